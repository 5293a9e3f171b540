using System;
using System.Net.Http;
using System.Text;
using System.Threading.Tasks;

static class Refund
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

    static void Main(string[] arguments) => Run(arguments[0], arguments[1]).GetAwaiter().GetResult();

    static async Task Run(string code, string reference)
    {
        var path = "/gateway/payments/" + Uri.EscapeDataString(code) + "/refunds";
        Console.WriteLine(await Tepat(HttpMethod.Post, path, $@"{{
            ""reference"": ""{reference}"",
            ""amount"": 50000,
            ""reason"": ""One was returned""
        }}"));

        Console.WriteLine(await Tepat(HttpMethod.Get, path));
    }
}
