import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

class Refund {
    static final HttpClient client = HttpClient.newHttpClient();

    static String tepat(String method, String path, BodyPublisher body) throws Exception {
        var request = HttpRequest.newBuilder(URI.create(System.getenv("TEPAT_URL") + path))
            .method(method, body)
            .header("X-Api-Key", System.getenv("TEPAT_API_KEY"))
            .header("Content-Type", "application/json")
            .timeout(Duration.ofSeconds(30))
            .build();
        var response = client.send(request, BodyHandlers.ofString());
        if (response.statusCode() >= 300) {
            throw new IllegalStateException(response.body());
        }
        return response.body();
    }

    public static void main(String[] arguments) throws Exception {
        var code = URLEncoder.encode(arguments[0], StandardCharsets.UTF_8).replace("+", "%20");
        var path = "/gateway/payments/" + code + "/refunds";
        System.out.println(tepat("POST", path, BodyPublishers.ofString("""
            {
              "reference": "%s",
              "amount": 50000,
              "reason": "One was returned"
            }""".formatted(arguments[1]))));

        System.out.println(tepat("GET", path, BodyPublishers.noBody()));
    }
}
