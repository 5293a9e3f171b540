<?php
/**
 * The payment codes of a shop.
 *
 * @package Tepat
 */

/** WC-3fa9c1-1042 is the first invoice of order 1042, WC-3fa9c1-1042-2 the second one, created after the total changed. */
class Tepat_Invoice_Code {

	/**
	 * The code of an order's invoice.
	 *
	 * @param string $address  The shop's, so that a copy of the shop at another address does not use the shop's codes.
	 * @param int    $order_id The order.
	 * @param int    $number   Counts its invoices from 1.
	 */
	public static function of( string $address, int $order_id, int $number ): string {
		return self::shop( $address ) . "$order_id" . ( $number > 1 ? "-$number" : '' );
	}

	/**
	 * Returns whether the shop at this address created the code.
	 *
	 * @param string $address The shop's.
	 * @param string $code    A payment_code.
	 */
	public static function is_of( string $address, string $code ): bool {
		return 0 === strpos( $code, self::shop( $address ) );
	}

	/**
	 * Returns the beginning of a shop's codes. A shop that changes to https is still the same shop.
	 *
	 * @param string $address The shop's.
	 */
	private static function shop( string $address ): string {
		return 'WC-' . substr( md5( strtolower( rtrim( preg_replace( '#^https?://#i', '', $address ), '/' ) ) ), 0, 6 ) . '-';
	}

	/**
	 * The code of the expired invoice that a follow-up invoice names, or null: WC-3fa9c1-1042 for WC-3fa9c1-1042-2. The code of
	 * an order's second invoice looks the same, so the caller asks the order first.
	 *
	 * @param string $code A payment_code.
	 */
	public static function followed( string $code ): ?string {
		return preg_match( '/^(WC-[0-9a-f]{6}-.+)-\d+$/D', $code, $found ) ? $found[1] : null;
	}

	/**
	 * Returns the id of the order that a code names, or null. The order itself knows whether the code is this shop's.
	 *
	 * @param string $code A payment_code.
	 */
	public static function order_id( string $code ): ?int {
		return preg_match( '/^WC-[0-9a-f]{6}-([1-9]\d{0,17})(?:-\d{1,4}){0,2}$/D', $code, $found ) ? (int) $found[1] : null;
	}
}
