<?php
/**
 * The shop's own checks, in case webhooks are lost.
 *
 * @package Tepat
 */

/** Runs every five minutes through WP-Cron. */
class Tepat_Checks {

	const HOOK          = 'tepat_check';
	const EVERY_SECONDS = 300;
	const OFFSET        = 'tepat_check_offset';

	/**
	 * The limits of one check, in orders and seconds. The next check continues where this one ends.
	 */
	const MOST_ORDERS  = 50;
	const MOST_SECONDS = 25;

	/** Registers the check with WP-Cron. */
	public static function register(): void {
		// phpcs:ignore WordPress.WP.CronInterval -- at most 50 short requests.
		add_filter( 'cron_schedules', array( __CLASS__, 'schedules' ) );
		add_action( self::HOOK, array( __CLASS__, 'check' ) );
		add_action( 'init', array( __CLASS__, 'schedule' ) );
	}

	/**
	 * Adds the interval.
	 *
	 * @param array $schedules WP-Cron's schedules.
	 */
	public static function schedules( $schedules ): array {
		$schedules[ self::HOOK ] = array(
			'interval' => self::EVERY_SECONDS,
			'display'  => __( 'Every five minutes (Tepat)', 'tepat-for-woocommerce' ),
		);
		return $schedules;
	}

	/**
	 * Schedules the checks. Activation alone is not enough, because a plugin that is copied into its folder is never
	 * activated.
	 */
	public static function schedule(): void {
		if ( ! wp_next_scheduled( self::HOOK ) ) {
			wp_schedule_event( time() + self::EVERY_SECONDS, self::HOOK, self::HOOK );
		}
	}

	/** Removes the schedule when the plugin is deactivated. */
	public static function unschedule(): void {
		wp_unschedule_hook( self::HOOK );
		wp_unschedule_hook( 'tepat_withdraw' );
		wp_unschedule_hook( 'tepat_refund' );
	}

	/** Checks waiting orders and unmatched transfers. */
	public static function check(): void {
		if ( ! Tepat_Settings::are_complete() ) {
			return;
		}
		try {
			self::check_waiting( time() + self::MOST_SECONDS );
			self::report_transfers();
		} catch ( Tepat_Problem $problem ) {
			Tepat_Settings::log( "The gateway could not be asked about waiting orders: {$problem->getMessage()}" );
		}
	}

	/**
	 * Checks some of the waiting orders, beginning where the last check ended.
	 *
	 * @param int $until Seconds since 1970.
	 */
	private static function check_waiting( int $until ): void {
		$offset    = (int) get_option( self::OFFSET, 0 );
		$order_ids = wc_get_orders(
			array(
				'type'           => 'shop_order',
				'payment_method' => Tepat_Settings::METHOD,
				'status'         => array( 'wc-on-hold', 'wc-pending' ),
				'orderby'        => 'ID',
				'order'          => 'ASC',
				'limit'          => self::MOST_ORDERS,
				'offset'         => $offset,
				'return'         => 'ids',
			)
		);
		$seen      = 0;
		foreach ( $order_ids as $order_id ) {
			if ( time() >= $until ) {
				break;
			}
			Tepat_Orders::look( $order_id );
			++$seen;
			// Orders that no longer wait have left the list.
			$order   = wc_get_order( $order_id );
			$offset += $order && $order->has_status( array( 'on-hold', 'pending' ) ) ? 1 : 0;
		}
		$is_last = count( $order_ids ) < self::MOST_ORDERS && count( $order_ids ) === $seen;
		update_option( self::OFFSET, $is_last ? 0 : $offset, false );
	}

	/** Writes the newest late and second transfers as notes on their orders, once. */
	private static function report_transfers(): void {
		$notes = array(
			/* translators: 1: an amount, 2: an invoice's code. */
			'late_payment'   => __( 'Tepat: a transfer of %1$s arrived after invoice %2$s had ended. This transfer does not pay the order. Send the goods, or refund the money.', 'tepat-for-woocommerce' ),
			/* translators: 1: an amount, 2: an invoice's code. */
			'second_payment' => __( 'Tepat: a second transfer of %1$s arrived for invoice %2$s, which was already paid. Refund this transfer.', 'tepat-for-woocommerce' ),
		);
		foreach ( $notes as $reason => $note ) {
			foreach ( Tepat_Settings::client()->unmatched( $reason ) as $mutation ) {
				$code     = (string) ( $mutation['candidate_payment_code'] ?? '' );
				$order_id = Tepat_Invoice_Code::order_id( $code );
				if ( null !== $order_id ) {
					Tepat_Orders::report_once( $order_id, $code, "$reason {$mutation['id']}", sprintf( $note, Tepat_Settings::rupiah( $mutation['amount_parsed'] ), $code ) );
				}
			}
		}
	}
}
