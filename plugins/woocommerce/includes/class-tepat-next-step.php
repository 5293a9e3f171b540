<?php
/**
 * The shop's next step for an invoice.
 *
 * @package Tepat
 */

/** Decides in the same way for a webhook, a repeated webhook, the shop's own check and a manual check. */
class Tepat_Next_Step {

	// The order's state for the invoice.
	const WAITING = 'waiting'; // The order waits for this invoice.
	const SETTLED = 'settled'; // This invoice paid the order.
	const CLOSED  = 'closed';  // Cancelled, paid in another way, or waiting for another invoice.

	const NOTHING      = 'nothing';
	const SETTLE       = 'settle';
	const RELEASE      = 'release';      // Cancel the order, so that its goods are available again.
	const WITHDRAW     = 'withdraw';     // Cancel the invoice.
	const REPORT       = 'report';       // Unexpected money: an admin decides.
	const REPORT_SMALL = 'report_small'; // Less than the order's total, which has changed: an admin decides.

	/**
	 * Returns the next step.
	 *
	 * @param string $payment_status PENDING, PAID, EXPIRED or CANCELLED.
	 * @param string $order_state    WAITING, SETTLED or CLOSED.
	 * @param bool   $is_enough      Whether the invoice's amount is at least the order's total.
	 */
	public static function of( string $payment_status, string $order_state, bool $is_enough ): string {
		switch ( "$payment_status $order_state" ) {
			case 'PAID waiting':
				return $is_enough ? self::SETTLE : self::REPORT_SMALL;
			case 'PAID closed':
				return self::REPORT;
			case 'PENDING closed':
				return self::WITHDRAW;
			case 'EXPIRED waiting':
			case 'CANCELLED waiting':
				return self::RELEASE;
			default:
				return self::NOTHING;
		}
	}
}
