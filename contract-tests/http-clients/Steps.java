import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The requests of a run: one line each, with tabs between name, method, path and body. */
final class Steps {
    record Step(String name, String method, String path, String body) {}

    static List<Step> read(String file) throws Exception {
        List<Step> steps = new ArrayList<>();
        for (String line : Files.readAllLines(Path.of(file))) {
            String[] fields = line.split("\t", -1);
            steps.add(new Step(fields[0], fields[1], fields[2], fields[3]));
        }
        return steps;
    }

    static void print(Step step, int status, String text) {
        Matcher code = Pattern.compile("\"code\":\"([^\"]*)\"").matcher(text);
        System.out.println(step.name() + " " + status + " " + (code.find() ? code.group(1) : ""));
    }
}
