<?php
/**
 * The gateway's API for merchants.
 *
 * @package Tepat
 */

/** Builds the requests. A function that the constructor receives sends them. */
class Tepat_Client {

	/**
	 * The gateway's address, without a slash at its end.
	 *
	 * @var string
	 */
	private $url;

	/**
	 * The merchant's key.
	 *
	 * @var string
	 */
	private $api_key;

	/**
	 * Sends a request: takes a method, an address, headers and a body (or null), and returns a status and a text. Throws a
	 * Tepat_Problem with the reason AWAY.
	 *
	 * @var callable
	 */
	private $send;

	/**
	 * Takes a payment_code and returns whether this shop created it.
	 *
	 * @var callable
	 */
	private $owns;

	/**
	 * Creates a client.
	 *
	 * @param string   $url     The gateway's address.
	 * @param string   $api_key The merchant's key.
	 * @param callable $send    See above.
	 * @param callable $owns    See above.
	 */
	public function __construct( string $url, string $api_key, callable $send, callable $owns ) {
		$this->url     = rtrim( $url, '/' );
		$this->api_key = $api_key;
		$this->send    = $send;
		$this->owns    = $owns;
	}

	/**
	 * Returns whether this shop created the invoice. A copy of a shop has the original shop's codes.
	 *
	 * @param string $code The invoice's payment_code.
	 */
	public function owns( string $code ): bool {
		return ( $this->owns )( $code );
	}

	/** Returns the merchant's accounts. */
	public function accounts(): array {
		return $this->ask( 'GET', '/gateway/accounts' );
	}

	/**
	 * Creates an invoice.
	 *
	 * @param array $input The fields of POST /gateway/payments.
	 */
	public function create( array $input ): array {
		return $this->ask( 'POST', '/gateway/payments', $input );
	}

	/**
	 * Returns the invoice in its current state.
	 *
	 * @param string $code The invoice's payment_code.
	 */
	public function get( string $code ): array {
		return $this->ask( 'GET', '/gateway/payments/' . rawurlencode( $code ) );
	}

	/**
	 * Cancels a PENDING invoice. Returns false if the invoice is no longer PENDING or was never created.
	 *
	 * @param string $code The invoice's payment_code.
	 * @throws Tepat_Problem If another shop created it, or the gateway refuses.
	 */
	public function cancel( string $code ): bool {
		try {
			if ( $this->owns( $code ) ) {
				$this->ask( 'DELETE', '/gateway/payments/' . rawurlencode( $code ) );
				return true;
			}
			if ( 'PENDING' !== $this->get( $code )['payment_status'] ) {
				return false;
			}
		} catch ( Tepat_Problem $problem ) {
			if ( in_array( $problem->reason, array( 'payment_not_cancellable', 'not_found' ), true ) ) {
				return false;
			}
			throw $problem;
		}
		throw new Tepat_Problem( Tepat_Problem::NOT_OWN, "Invoice $code was made by the shop at another address." );
	}

	/**
	 * Returns the refunds of an invoice, oldest first.
	 *
	 * @param string $code The invoice's payment_code.
	 */
	public function refunds( string $code ): array {
		return array_reverse( $this->ask( 'GET', '/gateway/payments/' . rawurlencode( $code ) . '/refunds?per_page=100' ) );
	}

	/**
	 * Records a refund, or sets the reference of a refund that a person has recorded at the gateway.
	 *
	 * @param string $code  The invoice's payment_code.
	 * @param array  $input The fields of POST /gateway/payments/{payment_code}/refunds.
	 */
	public function refund( string $code, array $input ): array {
		return $this->ask( 'POST', '/gateway/payments/' . rawurlencode( $code ) . '/refunds', $input );
	}

	/**
	 * Returns the newest unmatched transfers with one of the gateway's reasons.
	 *
	 * @param string $reason late_payment or second_payment.
	 */
	public function unmatched( string $reason ): array {
		return $this->ask( 'GET', '/worker/mutations?only_unmatched=true&per_page=100&match_reason=' . rawurlencode( $reason ) );
	}

	/**
	 * Sends a request and returns the data of the response.
	 *
	 * @param string     $method GET, POST or DELETE.
	 * @param string     $path   Below the address.
	 * @param array|null $body   Sent as JSON.
	 * @throws Tepat_Problem If the response is not a success.
	 */
	private function ask( string $method, string $path, ?array $body = null ): array {
		$headers = array(
			'X-Api-Key' => $this->api_key,
			'Accept'    => 'application/json',
		);
		$text    = null;
		if ( null !== $body ) {
			$headers['Content-Type'] = 'application/json';
			$text                    = json_encode( $body, JSON_INVALID_UTF8_SUBSTITUTE | JSON_THROW_ON_ERROR ); // phpcs:ignore WordPress.WP.AlternativeFunctions
		}
		list( $status, $answer ) = ( $this->send )( $method, $this->url . $path, $headers, $text );
		$json                    = json_decode( $answer, true );
		if ( $status >= 500 || 429 === $status ) {
			throw new Tepat_Problem( Tepat_Problem::AWAY, "The gateway responded to $method $path with status $status." );
		}
		if ( ! is_array( $json ) || ! isset( $json['success'] ) ) {
			throw new Tepat_Problem( 'no_gateway', "The response $status to $method $path did not come from a Tepat gateway. Check the gateway address." );
		}
		if ( true !== $json['success'] ) {
			throw new Tepat_Problem( (string) ( $json['code'] ?? '' ), $this->told( $json ) );
		}
		return is_array( $json['data'] ?? null ) ? $json['data'] : array();
	}

	/**
	 * Returns the gateway's message about a problem.
	 *
	 * @param array $json A response that is not a success.
	 */
	private function told( array $json ): string {
		$message = (string) ( $json['message'] ?? $json['code'] ?? '' );
		foreach ( is_array( $json['errors'] ?? null ) ? $json['errors'] : array() as $field => $error ) {
			$message .= " $field: " . ( is_string( $error ) ? $error : json_encode( $error ) ); // phpcs:ignore WordPress.WP.AlternativeFunctions
		}
		return $message;
	}
}
