using System;
using System.IO;
using System.Net.Http;
using System.Text;
using System.Text.RegularExpressions;

/** HttpClient with a body in chunks and Expect, as JsonContent and authentication handlers send them. */
static class Client
{
    static void Main(string[] arguments)
    {
        using (var client = new HttpClient())
        {
            client.DefaultRequestHeaders.Add("X-Api-Key", Environment.GetEnvironmentVariable("TEPAT_API_KEY"));
            foreach (var line in File.ReadAllLines(arguments[0]))
            {
                var step = line.Split('\t');
                var url = Environment.GetEnvironmentVariable("TEPAT_URL") + step[2];
                var request = new HttpRequestMessage(new HttpMethod(step[1]), url);
                if (step[3] != "")
                {
                    request.Content = new StringContent(step[3], Encoding.UTF8, "application/json");
                    request.Headers.ExpectContinue = true;
                    request.Headers.TransferEncodingChunked = true;
                }
                var response = client.SendAsync(request).Result;
                var code = Regex.Match(response.Content.ReadAsStringAsync().Result, "\"code\":\"([^\"]*)\"");
                Console.WriteLine(step[0] + " " + (int)response.StatusCode + " " + code.Groups[1].Value);
            }
        }
    }
}
