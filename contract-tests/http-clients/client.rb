require "json"
require "net/http"

uri = URI(ENV.fetch("TEPAT_URL"))
Net::HTTP.start(uri.host, uri.port, continue_timeout: 5) do |http|
  File.readlines(ARGV.fetch(0), chomp: true).each do |line|
    step, method, path, body = line.split("\t", -1)
    request = Net::HTTP.const_get(method.capitalize).new(path)
    request["X-Api-Key"] = ENV.fetch("TEPAT_API_KEY")
    unless body.empty?
      request["Content-Type"] = "application/json"
      request["Expect"] = "100-continue"
      request.body = body
    end
    response = http.request(request)
    puts "#{step} #{response.code} #{JSON.parse(response.body)["code"]}"
  end
end
