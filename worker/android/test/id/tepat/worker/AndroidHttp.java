package id.tepat.worker;

import id.tepat.worker.http.Answer;
import id.tepat.worker.http.Gateway;
import id.tepat.worker.outbox.Outbox;
import id.tepat.worker.outbox.Registration;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.URL;
import java.net.URLStreamHandler;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import org.json.JSONObject;

/**
 * Runs the app's requests through Android's own HTTP client, for worker/android/http-client.test.ts. Each line of
 * standard input is a request (`device` or a report). The app's reading of each response goes to standard output.
 */
public final class AndroidHttp {
  public static void main(String[] args) throws Exception {
    URL.setURLStreamHandlerFactory(
        scheme -> {
          if (!scheme.equals("http")) return null;
          try {
            return (URLStreamHandler)
                Class.forName("com.android.okhttp.HttpHandler").getConstructor().newInstance();
          } catch (ReflectiveOperationException absent) {
            throw new IllegalStateException(absent);
          }
        });
    Gateway gateway = Gateway.asDevice(new Registration(args[0], "d", args[1], "HP"));
    System.out.println(new URL(args[0]).openConnection().getClass().getName());
    BufferedReader calls = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String call; (call = calls.readLine()) != null; ) {
      Answer answer = call.equals("device") ? gateway.readDevice() : gateway.sendReports(Collections.singletonList(new Outbox.NumberedReport(1, new JSONObject(call))));
      System.out.println(answer.kind + " " + answer.waitSeconds + " " + (answer.data == null ? answer.reason : answer.data));
    }
  }
}
