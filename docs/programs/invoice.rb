require "erb"
require "json"
require "net/http"
require "time"

def tepat(request, body = nil)
  request["X-Api-Key"] = ENV.fetch("TEPAT_API_KEY")
  request["Content-Type"] = "application/json"
  request.body = JSON.generate(body) if body
  uri = request.uri
  response = Net::HTTP.start(uri.host, uri.port, use_ssl: uri.scheme == "https", read_timeout: 30) do |http|
    http.request(request)
  end
  answer = JSON.parse(response.body)
  raise "#{answer["code"]}: #{answer["message"]}" unless response.is_a?(Net::HTTPSuccess)

  answer["data"]
end

payments = "#{ENV.fetch("TEPAT_URL")}/gateway/payments"
code = ARGV.fetch(0)
invoice = tepat(Net::HTTP::Post.new(URI(payments)), {
  account_id: ENV.fetch("TEPAT_ACCOUNT_ID"),
  payment_code: code,
  payment_amount: 150_000,
  payment_expired_at: (Time.now + 24 * 3600).iso8601,
  customer_name: "Budi",
  customer_email: "budi@example.com"
})
puts "pay exactly #{invoice["payment_total"]} at #{invoice["payment_checkout_url"]}"

invoice = tepat(Net::HTTP::Get.new(URI("#{payments}/#{ERB::Util.url_encode(code)}")))
puts "#{invoice["payment_code"]} is #{invoice["payment_status"]}"
