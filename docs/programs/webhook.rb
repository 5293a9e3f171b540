require "json"
require "openssl"

def genuine?(secret, id, timestamp, signatures, body)
  return false unless timestamp.match?(/\A\d{1,12}\z/) && (Time.now.to_i - timestamp.to_i).abs <= 300

  key = secret.delete_prefix("whsec_").unpack1("m")
  expected = "v1,#{[OpenSSL::HMAC.digest("SHA256", key, "#{id}.#{timestamp}.#{body}")].pack("m0")}"
  signatures.split(" ").any? { |signature| OpenSSL.secure_compare(expected, signature) }
end

Webhook = lambda do |env|
  body = env["rack.input"]&.read.to_s
  id, timestamp, signatures = %w[ID TIMESTAMP SIGNATURE].map { |name| env.fetch("HTTP_WEBHOOK_#{name}", "") }
  unless genuine?(ENV.fetch("TEPAT_WEBHOOK_SECRET"), id, timestamp, signatures, body)
    next [400, {}, []]
  end

  event = JSON.parse(body)
  warn "#{event["type"]} #{event["data"]["payment_code"]}"
  [204, {}, []]
end
