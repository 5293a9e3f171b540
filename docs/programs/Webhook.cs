using System;
using System.Collections.Specialized;
using System.IO;
using System.Linq;
using System.Net;
using System.Security.Cryptography;
using System.Text;

static class Webhook
{
    static bool IsGenuine(string secret, NameValueCollection headers, byte[] body)
    {
        var id = headers["webhook-id"] ?? "";
        var timestamp = headers["webhook-timestamp"] ?? "";
        var signatures = headers["webhook-signature"] ?? "";
        if (!long.TryParse(timestamp, out var seconds)
            || Math.Abs(DateTimeOffset.UtcNow.ToUnixTimeSeconds() - (decimal)seconds) > 300) return false;
        using (var hmac = new HMACSHA256(Convert.FromBase64String(secret.Substring("whsec_".Length))))
        {
            var signed = Encoding.UTF8.GetBytes($"{id}.{timestamp}.").Concat(body).ToArray();
            var expected = Encoding.UTF8.GetBytes("v1," + Convert.ToBase64String(hmac.ComputeHash(signed)));
            return signatures.Split(' ').Any(
                signature => CryptographicOperations.FixedTimeEquals(expected, Encoding.UTF8.GetBytes(signature)));
        }
    }

    static void Main()
    {
        var secret = Environment.GetEnvironmentVariable("TEPAT_WEBHOOK_SECRET");
        var server = new HttpListener();
        server.Prefixes.Add($"http://127.0.0.1:{Environment.GetEnvironmentVariable("PORT")}/");
        server.Start();
        while (true)
        {
            var context = server.GetContext();
            var content = new MemoryStream();
            context.Request.InputStream.CopyTo(content);
            var genuine = IsGenuine(secret, context.Request.Headers, content.ToArray());
            if (genuine) Console.WriteLine(Encoding.UTF8.GetString(content.ToArray()));
            context.Response.StatusCode = genuine ? 204 : 400;
            context.Response.Close();
        }
    }
}
