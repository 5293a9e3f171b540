<?php
/**
 * The payment codes of a shop.
 *
 * @package Tepat
 */

/**
 * WC-3fa9c1-1042 is the first invoice of order 1042. WC-3fa9c1-1042-2 is the second one, created after the total
 * changed.
 */
class Tepat_Invoice_Code {

	/**
	 * Returns the code of an order's invoice.
	 *
	 * @param string $address  The shop's address, so that a copy of the shop at another address has other codes.
	 * @param int    $order_id The order.
	 * @param int    $number   The number of the invoice within the order, from 1.
	 */
	public static function of( string $address, int $order_id, int $number ): string {
		return self::shop( $address ) . "$order_id" . ( $number > 1 ? "-$number" : '' );
	}

	/**
	 * Returns whether the shop at this address created the code.
	 *
	 * @param string $address The shop's address.
	 * @param string $code    A payment_code.
	 */
	public static function is_of( string $address, string $code ): bool {
		return 0 === strpos( $code, self::shop( $address ) );
	}

	/**
	 * Returns the beginning of a shop's codes, which is the same for http and https.
	 *
	 * @param string $address The shop's address.
	 */
	private static function shop( string $address ): string {
		return 'WC-' . substr( md5( strtolower( rtrim( preg_replace( '#^https?://#i', '', $address ), '/' ) ) ), 0, 6 ) . '-';
	}

	/**
	 * Returns the code of the expired invoice to which a follow-up invoice belongs, or null: WC-3fa9c1-1042 for
	 * WC-3fa9c1-1042-2. The code of an order's second invoice looks the same, so check the order's own codes first.
	 *
	 * @param string $code A payment_code.
	 */
	public static function followed( string $code ): ?string {
		return preg_match( '/^(WC-[0-9a-f]{6}-.+)-\d+$/D', $code, $found ) ? $found[1] : null;
	}

	/**
	 * Returns the id of the order in a code, or null. Only the order shows whether this shop created the code.
	 *
	 * @param string $code A payment_code.
	 */
	public static function order_id( string $code ): ?int {
		return preg_match( '/^WC-[0-9a-f]{6}-([1-9]\d{0,17})(?:-\d{1,4}){0,2}$/D', $code, $found ) ? (int) $found[1] : null;
	}
}
