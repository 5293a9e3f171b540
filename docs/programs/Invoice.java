import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

class Invoice {
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
        var code = arguments[0];
        var deadline = Instant.now().plus(1, ChronoUnit.DAYS).truncatedTo(ChronoUnit.SECONDS);
        System.out.println(tepat("POST", "/gateway/payments", BodyPublishers.ofString("""
            {
              "account_id": "%s",
              "payment_code": "%s",
              "payment_amount": 150000,
              "payment_expired_at": "%s",
              "customer_name": "Budi",
              "customer_email": "budi@example.com"
            }""".formatted(System.getenv("TEPAT_ACCOUNT_ID"), code, deadline))));

        var path = "/gateway/payments/" + URLEncoder.encode(code, StandardCharsets.UTF_8).replace("+", "%20");
        System.out.println(tepat("GET", path, BodyPublishers.noBody()));
    }
}
