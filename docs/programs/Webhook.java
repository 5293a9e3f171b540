import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Base64;
import java.util.Objects;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

class Webhook {
    static boolean isGenuine(String secret, Headers headers, byte[] body)
        throws GeneralSecurityException {
        var id = Objects.requireNonNullElse(headers.getFirst("webhook-id"), "");
        var timestamp = Objects.requireNonNullElse(headers.getFirst("webhook-timestamp"), "");
        var signatures = Objects.requireNonNullElse(headers.getFirst("webhook-signature"), "");
        if (!timestamp.matches("[0-9]{1,12}")
            || Math.abs(Instant.now().getEpochSecond() - Long.parseLong(timestamp)) > 300) {
            return false;
        }
        var mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(Base64.getDecoder().decode(secret.substring("whsec_".length())), "HmacSHA256"));
        mac.update((id + "." + timestamp + ".").getBytes(StandardCharsets.UTF_8));
        var expected = "v1," + Base64.getEncoder().encodeToString(mac.doFinal(body));
        for (var signature : signatures.split(" ")) {
            if (MessageDigest.isEqual(expected.getBytes(StandardCharsets.UTF_8), signature.getBytes(StandardCharsets.UTF_8))) {
                return true;
            }
        }
        return false;
    }

    public static void main(String[] arguments) throws Exception {
        var secret = System.getenv("TEPAT_WEBHOOK_SECRET");
        var server = HttpServer.create(new InetSocketAddress("127.0.0.1", Integer.parseInt(System.getenv("PORT"))), 0);
        server.createContext("/", exchange -> {
            try (exchange) {
                var body = exchange.getRequestBody().readNBytes(1 << 20);
                var genuine = isGenuine(secret, exchange.getRequestHeaders(), body);
                if (genuine) {
                    System.out.println(new String(body, StandardCharsets.UTF_8));
                }
                exchange.sendResponseHeaders(genuine ? 204 : 400, -1);
            } catch (GeneralSecurityException error) {
                throw new IllegalStateException(error);
            }
        });
        server.start();
    }
}
