<?php
/**
 * The merchant's settings, and the objects that depend on them.
 *
 * @package Tepat
 */

/** The settings. WooCommerce stores the settings of a payment method in one option. */
class Tepat_Settings {

	const OPTION = 'woocommerce_tepat_settings';
	const METHOD = 'tepat';

	/** The timeout of a request while a customer waits for the response. */
	const TIMEOUT_SECONDS = 10;
	const MOST_HOURS      = 2160;

	/**
	 * Returns a setting, or an empty text.
	 *
	 * @param string $name The setting's name in the option.
	 */
	public static function get( string $name ): string {
		$settings = get_option( self::OPTION, array() );
		return is_array( $settings ) && isset( $settings[ $name ] ) ? trim( (string) $settings[ $name ] ) : '';
	}

	/** Returns the webhook secrets. During a rotation there are several. */
	public static function secrets(): array {
		return preg_split( '/[\s,]+/', self::get( 'webhook_secret' ), -1, PREG_SPLIT_NO_EMPTY );
	}

	/** Returns the hours in which an invoice can be paid. */
	public static function hours_to_pay(): int {
		return max( 1, min( self::MOST_HOURS, (int) ( self::get( 'hours_to_pay' ) ? self::get( 'hours_to_pay' ) : 24 ) ) );
	}

	/** Returns whether the settings are complete enough to create an invoice. */
	public static function are_complete(): bool {
		return '' !== self::get( 'url' ) && '' !== self::get( 'api_key' ) && array() !== self::secrets();
	}

	/** Returns a client that sends requests through WordPress. */
	public static function client(): Tepat_Client {
		$owns = static function ( string $code ): bool {
			return Tepat_Invoice_Code::is_of( self::shop(), $code );
		};
		return new Tepat_Client( self::get( 'url' ), self::get( 'api_key' ), array( __CLASS__, 'send' ), $owns );
	}

	/**
	 * Returns the shop's configured address. home_url() is not usable: in shops with several languages, it changes with
	 * the visitor's language.
	 */
	public static function shop(): string {
		return (string) get_option( 'home' );
	}

	/**
	 * Sends a request.
	 *
	 * @param string      $method  GET, POST or DELETE.
	 * @param string      $url     The address.
	 * @param array       $headers By name.
	 * @param string|null $body    JSON, or null for none.
	 * @throws Tepat_Problem If the server does not respond.
	 */
	public static function send( string $method, string $url, array $headers, ?string $body ): array {
		$response = wp_remote_request(
			$url,
			array(
				'method'      => $method,
				'headers'     => $headers,
				'body'        => $body,
				'timeout'     => self::TIMEOUT_SECONDS,
				'redirection' => 0, // No redirects, so that the key goes only to the gateway.
			)
		);
		if ( is_wp_error( $response ) ) {
			throw new Tepat_Problem( Tepat_Problem::AWAY, $response->get_error_message() );
		}
		return array( (int) wp_remote_retrieve_response_code( $response ), wp_remote_retrieve_body( $response ) );
	}

	/**
	 * Formats an amount as in Indonesia: 150000 becomes Rp150.000.
	 *
	 * @param int $amount In rupiah.
	 */
	public static function rupiah( int $amount ): string {
		return 'Rp' . number_format( $amount, 0, ',', '.' );
	}

	/**
	 * Writes to WooCommerce's log, under "tepat".
	 *
	 * @param string $message A sentence.
	 */
	public static function log( string $message ): void {
		wc_get_logger()->error( $message, array( 'source' => self::METHOD ) );
	}
}
