require "erb"
require "json"
require "net/http"

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

code, reference = ARGV
refunds = URI("#{ENV.fetch("TEPAT_URL")}/gateway/payments/#{ERB::Util.url_encode(code)}/refunds")
refund = tepat(Net::HTTP::Post.new(refunds), { reference: reference, amount: 50_000, reason: "One was returned" })
puts "send #{refund["amount"]}, then record that in the dashboard"

tepat(Net::HTTP::Get.new(refunds)).each do |refund|
  puts "#{refund["reference"]} is #{refund["refund_status"]}"
end
