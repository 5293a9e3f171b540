<?php
/**
 * The shop's next step for an invoice.
 *
 * @package Tepat
 */

/** Decides the same way for every caller: a webhook, its repetition, the shop's own check, or a person. */
class Tepat_Next_Step {

	// The order's state with regard to the invoice.
	const WAITING = 'waiting'; // It waits for this invoice.
	const SETTLED = 'settled'; // It was paid by this invoice.
	const CLOSED  = 'closed';  // It does not need this money: cancelled, paid in another way, or with another invoice now.

	const NOTHING      = 'nothing';
	const SETTLE       = 'settle';
	const RELEASE      = 'release';      // Cancel the order, so that its goods are free.
	const WITHDRAW     = 'withdraw';     // Cancel the invoice.
	const REPORT       = 'report';       // Unexpected money: a person decides.
	const REPORT_SMALL = 'report_small'; // Less than the order's total, which has changed: a person decides.

	/**
	 * The next step.
	 *
	 * @param string $payment_status PENDING, PAID, EXPIRED or CANCELLED.
	 * @param string $order_state    WAITING, SETTLED or CLOSED.
	 * @param bool   $is_enough      Whether the invoice's amount is the order's total or more.
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
