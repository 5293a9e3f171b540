using System;
using System.Net.Http;
using System.Text;
using System.Threading.Tasks;

static class Invoice
{
    static readonly HttpClient client = new HttpClient { Timeout = TimeSpan.FromSeconds(30) };

    static async Task<string> Tepat(HttpMethod method, string path, string body = null)
    {
        var request = new HttpRequestMessage(method, Environment.GetEnvironmentVariable("TEPAT_URL") + path);
        request.Headers.Add("X-Api-Key", Environment.GetEnvironmentVariable("TEPAT_API_KEY"));
        if (body != null) request.Content = new StringContent(body, Encoding.UTF8, "application/json");
        var response = await client.SendAsync(request);
        var answer = await response.Content.ReadAsStringAsync();
        if (!response.IsSuccessStatusCode) throw new Exception(answer);
        return answer;
    }

    static void Main(string[] arguments) => Run(arguments[0]).GetAwaiter().GetResult();

    static async Task Run(string code)
    {
        var account = Environment.GetEnvironmentVariable("TEPAT_ACCOUNT_ID");
        var deadline = DateTime.UtcNow.AddDays(1).ToString("yyyy-MM-ddTHH:mm:ssZ");
        Console.WriteLine(await Tepat(HttpMethod.Post, "/gateway/payments", $@"{{
            ""account_id"": ""{account}"",
            ""payment_code"": ""{code}"",
            ""payment_amount"": 150000,
            ""payment_expired_at"": ""{deadline}"",
            ""customer_name"": ""Budi"",
            ""customer_email"": ""budi@example.com""
        }}"));

        Console.WriteLine(await Tepat(HttpMethod.Get, "/gateway/payments/" + Uri.EscapeDataString(code)));
    }
}
