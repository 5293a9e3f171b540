require_relative "webhook"

run Webhook
