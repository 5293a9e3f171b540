<?php
/**
 * Checks whether a webhook comes from the gateway.
 *
 * @package Tepat
 */

/** Standard Webhooks 1.0.0: HMAC-SHA256 of "id.timestamp.body". The key follows whsec_ in base64. */
class Tepat_Signature {

	const TOLERANCE_SECONDS = 300;
	const SECRET            = '~^whsec_([A-Za-z0-9+/]{32,}={0,2})$~';

	/**
	 * Returns whether one of the secrets created one of the signatures recently.
	 *
	 * @param string[] $secrets    Two during a rotation.
	 * @param string   $id         Header webhook-id.
	 * @param string   $timestamp  Header webhook-timestamp.
	 * @param string   $signatures Header webhook-signature.
	 * @param string   $body       The bytes as received.
	 * @param int      $now        Seconds since 1970.
	 */
	public static function is_genuine( array $secrets, string $id, string $timestamp, string $signatures, string $body, int $now ): bool {
		if ( '' === $id || ! ctype_digit( $timestamp ) || abs( $now - (int) $timestamp ) > self::TOLERANCE_SECONDS ) {
			return false;
		}
		$genuine = false;
		foreach ( $secrets as $secret ) {
			// Skip invalid secrets, because everyone can sign with an empty key.
			if ( ! self::is_secret( $secret ) ) {
				continue;
			}
			$key      = base64_decode( substr( $secret, strlen( 'whsec_' ) ) ); // phpcs:ignore WordPress.PHP.DiscouragedPHPFunctions
			$expected = 'v1,' . base64_encode( hash_hmac( 'sha256', "$id.$timestamp.$body", $key, true ) ); // phpcs:ignore WordPress.PHP.DiscouragedPHPFunctions
			foreach ( explode( ' ', $signatures ) as $signature ) {
				$genuine = hash_equals( $expected, $signature ) || $genuine;
			}
		}
		return $genuine;
	}

	/**
	 * Returns whether a text has the form of a secret.
	 *
	 * @param string $text The typed text.
	 */
	public static function is_secret( string $text ): bool {
		return 1 === preg_match( self::SECRET, $text );
	}
}
