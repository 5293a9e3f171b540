import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;

/** okhttp, which adds a charset to the type of a text. */
class OkHttp {
    public static void main(String[] arguments) throws Exception {
        OkHttpClient client = new OkHttpClient();
        for (Steps.Step step : Steps.read(arguments[0])) {
            RequestBody body =
                    step.body().isEmpty()
                            ? null
                            : RequestBody.create(MediaType.get("application/json"), step.body());
            Request.Builder request =
                    new Request.Builder()
                            .url(System.getenv("TEPAT_URL") + step.path())
                            .header("X-Api-Key", System.getenv("TEPAT_API_KEY"))
                            .method(step.method(), body);
            if (body != null) request.header("Expect", "100-continue");
            try (Response response = client.newCall(request.build()).execute()) {
                Steps.print(step, response.code(), response.body().string());
            }
        }
        client.connectionPool().evictAll();
        client.dispatcher().executorService().shutdown();
    }
}
