import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URL;
import java.nio.charset.StandardCharsets;

/** The client of java.net, which keeps a connection after the response was read completely. */
class UrlConnection {
    public static void main(String[] arguments) throws Exception {
        for (Steps.Step step : Steps.read(arguments[0])) {
            URL url = new URL(System.getenv("TEPAT_URL") + step.path());
            HttpURLConnection connection = (HttpURLConnection) url.openConnection();
            connection.setRequestMethod(step.method());
            connection.setRequestProperty("X-Api-Key", System.getenv("TEPAT_API_KEY"));
            if (!step.body().isEmpty()) {
                byte[] bytes = step.body().getBytes(StandardCharsets.UTF_8);
                connection.setRequestProperty("Content-Type", "application/json; charset=UTF-8");
                connection.setRequestProperty("Expect", "100-continue");
                connection.setFixedLengthStreamingMode(bytes.length);
                connection.setDoOutput(true);
                connection.getOutputStream().write(bytes);
            }
            int status = connection.getResponseCode();
            try (InputStream stream =
                    status >= 400 ? connection.getErrorStream() : connection.getInputStream()) {
                Steps.print(step, status, new String(stream.readAllBytes(), StandardCharsets.UTF_8));
            }
        }
    }
}
