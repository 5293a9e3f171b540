import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;

/**
 * java.net.http in its default configuration, which offers HTTP/2 by an Upgrade header. With a second argument, the
 * client asks before each body.
 */
class NetHttp {
    public static void main(String[] arguments) throws Exception {
        HttpClient client = HttpClient.newHttpClient();
        for (Steps.Step step : Steps.read(arguments[0])) {
            HttpRequest.Builder request =
                    HttpRequest.newBuilder(URI.create(System.getenv("TEPAT_URL") + step.path()))
                            .header("X-Api-Key", System.getenv("TEPAT_API_KEY"));
            if (step.body().isEmpty()) {
                request.method(step.method(), HttpRequest.BodyPublishers.noBody());
            } else {
                request.header("Content-Type", "application/json");
                request.expectContinue(arguments.length > 1);
                request.method(step.method(), HttpRequest.BodyPublishers.ofString(step.body()));
            }
            var response = client.send(request.build(), BodyHandlers.ofString());
            Steps.print(step, response.statusCode(), response.body());
        }
    }
}
