<?php
/**
 * Orders and their invoices.
 *
 * @package Tepat
 */

/**
 * Only this class changes orders. It changes each order in one process at a time, and with WooCommerce's own
 * methods, so that HPOS works.
 */
class Tepat_Orders {

	const LOCK_SECONDS = 10;

	/** The number of further attempts, one an hour, to cancel an invoice or to record a refund at the gateway. */
	const MOST_WITHDRAWALS = 24;

	/** The largest unique amount of an invoice, in rupiah. */
	const MOST_UNIQUE = 999;

	// The names of an order's meta data.
	const NUMBER   = '_tepat_invoice_number'; // The number of the current invoice; previous ones have smaller numbers.
	const AMOUNT   = '_tepat_invoice_amount'; // The amount of the current invoice, in rupiah.
	const CODES    = '_tepat_codes';          // The payment codes by number.
	const INVOICE  = '_tepat_invoice';        // The data shown to the customer.
	const SETTLED  = '_tepat_settled_code';   // The invoice that paid the order.
	const REPORTED = '_tepat_reported';       // The notes that the shop's admin has received.

	// Meta of WooCommerce's refund: the id of the gateway's refund that was taken over.
	const TAKEN = '_tepat_refund_id';

	/**
	 * The orders that this process is now changing to match their invoice. Their changes of status need no
	 * action.
	 *
	 * @var array
	 */
	private static $in_hand = array();

	/**
	 * The gateway's refund that is now becoming a refund of the order.
	 *
	 * @var string|null
	 */
	private static $taking = null;

	/** Registers the handlers of WooCommerce's actions. */
	public static function register(): void {
		add_action( 'woocommerce_order_status_changed', array( __CLASS__, 'status_changed' ), 10, 4 );
		add_action( 'woocommerce_before_trash_order', array( __CLASS__, 'withdraw' ) );
		add_action( 'woocommerce_before_delete_order', array( __CLASS__, 'withdraw' ) );
		add_action( 'woocommerce_create_refund', array( __CLASS__, 'mark_taken' ) );
		add_action( 'woocommerce_order_refunded', array( __CLASS__, 'refunded' ), 10, 2 );
		add_action( 'tepat_refund', array( __CLASS__, 'refunded' ), 10, 3 );
		add_action( 'tepat_withdraw', array( __CLASS__, 'withdraw' ), 10, 2 );
		add_filter( 'woocommerce_valid_order_statuses_for_payment', array( __CLASS__, 'payable_statuses' ), 10, 2 );
	}

	/**
	 * Creates or finds the order's invoice, and sets the order to wait for its payment.
	 *
	 * @param int $order_id The order.
	 * @throws Tepat_Problem If there is no invoice to pay; the order then stays unchanged.
	 */
	public static function open_invoice( int $order_id ): array {
		return self::alone(
			$order_id,
			static function ( WC_Order $order ): array {
				$keep     = static function ( int $number, int $amount ) use ( $order ): void {
					$codes            = self::codes( $order );
					$codes[ $number ] = self::new_code( $order, $number );
					$order->update_meta_data( self::NUMBER, $number );
					$order->update_meta_data( self::AMOUNT, $amount );
					$order->update_meta_data( self::CODES, $codes );
					$order->save();
				};
				$code_of  = static function ( int $number ) use ( $order ): string {
					return self::codes( $order )[ $number ] ?? self::new_code( $order, $number );
				};
				$invoices = new Tepat_Invoices( Tepat_Settings::client(), $code_of, $keep );
				$payment  = $invoices->open(
					(int) $order->get_meta( self::NUMBER ),
					(int) $order->get_meta( self::AMOUNT ),
					self::input( $order ),
					Tepat_Settings::get( 'account_id' )
				);
				$shown    = array( 'payment_code', 'payment_total', 'payment_expired_at', 'payment_checkout_url', 'channel_type', 'channel_name', 'account_number', 'account_name' );
				$order->update_meta_data( self::INVOICE, array_intersect_key( $payment, array_flip( $shown ) ) );
				if ( $order->has_status( 'on-hold' ) ) {
					$order->save();
				} else {
					/* translators: 1: an amount, 2: an invoice's code. */
					$order->update_status( 'on-hold', sprintf( __( 'Tepat: waiting for a payment of exactly %1$s (invoice %2$s).', 'tepat-for-woocommerce' ), Tepat_Settings::rupiah( $payment['payment_total'] ), $payment['payment_code'] ) );
				}
				return $payment;
			}
		);
	}

	/**
	 * Reads an invoice from the gateway and takes the next step. A webhook only causes this call; its content is not used.
	 *
	 * @param int    $order_id The order.
	 * @param string $code     One of the order's invoices; empty for the current one.
	 * @throws Tepat_Problem If the gateway cannot be reached.
	 */
	public static function look( int $order_id, string $code = '' ): void {
		self::alone(
			$order_id,
			static function ( WC_Order $order ) use ( $code ): void {
				$codes    = self::codes( $order );
				$code     = '' === $code ? self::code_in_force( $order ) : $code;
				$followed = in_array( $code, $codes, true ) ? null : self::followed( $order, $code );
				if ( null === $followed && ! in_array( $code, $codes, true ) ) {
					return; // The code belongs to another shop, or is invented.
				}
				try {
					$payment = Tepat_Settings::client()->get( $code );
				} catch ( Tepat_Problem $problem ) {
					if ( 'not_found' !== $problem->reason ) {
						throw $problem;
					}
					return; // The request never arrived, so the customer is still at the checkout.
				}
				if ( null !== $followed ) {
					self::report_follow_up( $order, $payment, $followed );
					return;
				}
				$is_enough = $payment['payment_amount'] >= self::amount( $order );
				if ( Tepat_Next_Step::SETTLED === self::state( $order, $code ) ) {
					self::take_refunds( $order, $payment );
				}
				self::take( Tepat_Next_Step::of( $payment['payment_status'], self::state( $order, $code ), $is_enough ), $order, $payment );
			}
		);
	}

	/**
	 * Returns the code of the order's expired invoice to which a follow-up invoice belongs, or null.
	 *
	 * @param WC_Order $order The order.
	 * @param string   $code  A payment_code that the order does not have.
	 */
	private static function followed( WC_Order $order, string $code ): ?string {
		$followed = Tepat_Invoice_Code::followed( $code );
		return in_array( $followed, self::codes( $order ), true ) ? $followed : null;
	}

	/**
	 * Reports a follow-up invoice. The gateway creates a paid follow-up invoice for a transfer that was sent in time and
	 * reported late. The order is released first, because its own invoice has expired. An admin then decides.
	 *
	 * @param WC_Order $order    The order.
	 * @param array    $payment  The follow-up invoice.
	 * @param string   $followed The code of the expired invoice.
	 * @throws Tepat_Problem If the gateway cannot be reached.
	 */
	private static function report_follow_up( WC_Order $order, array $payment, string $followed ): void {
		$code = $payment['payment_code'];
		if ( 'PAID' !== $payment['payment_status'] ) {
			return;
		}
		self::look( $order->get_id(), $followed );
		$order = wc_get_order( $order->get_id() );
		if ( Tepat_Next_Step::CLOSED !== self::state( $order, $followed ) ) {
			return; // The invoice has not expired, so the other one is no follow-up.
		}
		/* translators: 1: an amount, 2: an invoice's code, 3: the code of the expired invoice. */
		self::report( $order, "paid $code", sprintf( __( 'Tepat: invoice %2$s records a transfer of %1$s that was sent in time for invoice %3$s. This order no longer waits for it. Send the goods, or refund that transfer once.', 'tepat-for-woocommerce' ), Tepat_Settings::rupiah( $payment['payment_total'] ), $code, $followed ) );
	}

	/**
	 * Notifies the shop's admin about money, once.
	 *
	 * @param int    $order_id The order.
	 * @param string $code     The order's invoice.
	 * @param string $key      The subject of the note.
	 * @param string $note     A sentence.
	 */
	public static function report_once( int $order_id, string $code, string $key, string $note ): void {
		self::alone(
			$order_id,
			static function ( WC_Order $order ) use ( $code, $key, $note ): void {
				if ( in_array( $code, self::codes( $order ), true ) || null !== self::followed( $order, $code ) ) {
					self::report( $order, $key, $note );
				}
			}
		);
	}

	/**
	 * Cancels the invoice of an order that no longer waits.
	 *
	 * @param int      $order_id The order.
	 * @param string   $from     The previous status.
	 * @param string   $to       The current status.
	 * @param WC_Order $order    The order.
	 */
	public static function status_changed( $order_id, $from, $to, $order ): void {
		$ends = array( 'cancelled', 'failed', 'processing', 'completed', 'refunded' );
		if ( empty( self::$in_hand[ $order_id ] ) && in_array( $to, $ends, true ) && '' === (string) $order->get_meta( self::SETTLED ) ) {
			self::withdraw( $order_id );
		}
	}

	/**
	 * Cancels the order's invoice at the gateway. If the gateway cannot be reached, tries again an hour later.
	 *
	 * @param int|WC_Order $order_id The order.
	 * @param int          $tries    The number of earlier attempts.
	 */
	public static function withdraw( $order_id, $tries = 0 ): void {
		$order = wc_get_order( $order_id );
		if ( ! $order instanceof WC_Order || '' === self::code_in_force( $order ) ) {
			return;
		}
		// Before a repeated attempt, the order might have started to wait again.
		if ( $tries > 0 && Tepat_Next_Step::WAITING === self::state( $order, self::code_in_force( $order ) ) ) {
			return;
		}
		try {
			if ( Tepat_Settings::client()->cancel( self::code_in_force( $order ) ) ) {
				$order->add_order_note( __( 'Tepat: the invoice is cancelled and can no longer be paid.', 'tepat-for-woocommerce' ) );
			} else {
				// The invoice was just paid, or has already ended.
				self::look( $order->get_id() );
			}
		} catch ( Tepat_Problem $problem ) {
			if ( Tepat_Problem::NOT_OWN === $problem->reason ) {
				self::report_not_own( $order, self::code_in_force( $order ) );
				return;
			}
			Tepat_Settings::log( "The invoice of order {$order->get_id()} could not be cancelled: {$problem->getMessage()}" );
			if ( $tries < self::MOST_WITHDRAWALS ) {
				wp_schedule_single_event( time() + HOUR_IN_SECONDS, 'tepat_withdraw', array( $order->get_id(), $tries + 1 ) );
			}
		}
	}

	/**
	 * Stores the id of the gateway's refund in the shop's refund when WooCommerce saves it.
	 *
	 * @param WC_Order_Refund $refund Not saved yet.
	 */
	public static function mark_taken( $refund ): void {
		if ( null !== self::$taking ) {
			$refund->update_meta_data( self::TAKEN, self::$taking );
		}
	}

	/**
	 * Records WooCommerce's refund at the gateway. If the gateway cannot be reached, tries again an hour later. Tepat
	 * moves no money.
	 *
	 * @param int $order_id  The order.
	 * @param int $refund_id WooCommerce's record of the refund.
	 * @param int $tries     The number of earlier attempts.
	 */
	public static function refunded( $order_id, $refund_id, $tries = 0 ): void {
		$refund = wc_get_order( $refund_id );
		if ( ! $refund ) {
			return;
		}
		$rupiah = self::rupiah( $refund );
		try {
			self::alone(
				(int) $order_id,
				static function ( WC_Order $order ) use ( $refund, $rupiah ): void {
					$code = (string) $order->get_meta( self::SETTLED );
					if ( '' !== $code && Tepat_Settings::METHOD === $order->get_payment_method() ) {
						self::book_refund( $order, $code, $refund, $rupiah );
					}
				}
			);
		} catch ( Tepat_Problem $problem ) {
			Tepat_Settings::log( "Refund $refund_id of order $order_id could not be recorded: {$problem->getMessage()}" );
			if ( Tepat_Problem::AWAY === $problem->reason && $tries < self::MOST_WITHDRAWALS ) {
				wp_schedule_single_event( time() + HOUR_IN_SECONDS, 'tepat_refund', array( $order_id, $refund_id, $tries + 1 ) );
				return;
			}
			$order = wc_get_order( $order_id );
			/* translators: 1: an amount, 2: why. */
			self::report( $order, "refund $refund_id", sprintf( __( 'Tepat: the refund of %1$s is not recorded at the gateway: %2$s', 'tepat-for-woocommerce' ), Tepat_Settings::rupiah( $rupiah ), $problem->getMessage() ) );
		}
	}

	/**
	 * Records a refund under its own reference, so that the call can be repeated. If a person has recorded the same money
	 * at the gateway, sets the reference of that refund.
	 *
	 * @param WC_Order        $order  The order.
	 * @param string          $code   The invoice that paid the order.
	 * @param WC_Order_Refund $refund WooCommerce's record of the refund.
	 * @param int             $rupiah The amount.
	 * @throws Tepat_Problem If the gateway refuses the refund, or cannot be reached.
	 */
	private static function book_refund( WC_Order $order, string $code, WC_Order_Refund $refund, int $rupiah ): void {
		$client = Tepat_Settings::client();
		$input  = array(
			'reference' => self::reference( $code, $refund->get_id() ),
			'reason'    => __( 'Refunded in the shop', 'tepat-for-woocommerce' ),
		);
		// A full refund at the gateway includes the unique amount, which the order does not contain.
		$unique  = (int) $client->get( $code )['payment_unique'];
		$amounts = array( $rupiah, $rupiah + $unique );
		$refunds = $client->refunds( $code );
		if ( in_array( $input['reference'], array_column( $refunds, 'reference' ), true ) ) {
			return;
		}
		$own   = (string) $refund->get_meta( self::TAKEN );
		$taken = self::taken( $order );
		foreach ( $refunds as $recorded ) {
			$id      = $recorded['refund_id'];
			$is_same = '' === $own ? ! isset( $taken[ $id ] ) && in_array( self::of_order( $recorded ), $amounts, true ) : $own === $id;
			if ( null === $recorded['reference'] && $is_same ) {
				$same = array(
					'amount'             => $recorded['amount'],
					'recorded_refund_id' => $id,
				);
				$client->refund( $code, $input + $same );
				return;
			}
		}
		if ( '' !== $own ) {
			return; // A person has withdrawn the refund at the gateway.
		}
		$client->refund( $code, $input + array( 'amount' => $rupiah ) );
		/* translators: %s: an amount. */
		$order->add_order_note( sprintf( __( 'Tepat: a refund of %s is recorded. Tepat moves no money. Send the refund yourself, then record it in the gateway\'s dashboard.', 'tepat-for-woocommerce' ), Tepat_Settings::rupiah( $rupiah ) ) );
	}

	/**
	 * Takes refunds that people recorded at the gateway into the order, once. WooCommerce keeps the refund that it saved
	 * before it called the gateway, so the order already has every gateway refund with a reference. Other shop systems
	 * undo their refund if the gateway fails. Therefore plugins/shared/refunds.ts, with otherwise the same rules, takes
	 * over some refunds with a reference.
	 *
	 * @param WC_Order $order   The order.
	 * @param array    $payment The invoice that paid the order.
	 * @throws RuntimeException If WooCommerce could not save a refund.
	 */
	private static function take_refunds( WC_Order $order, array $payment ): void {
		$code       = $payment['payment_code'];
		$refunds    = Tepat_Settings::client()->refunds( $code );
		$references = array_column( $refunds, 'reference' );
		foreach ( $refunds as $recorded ) {
			if ( null !== $recorded['reference'] ) {
				continue;
			}
			$order   = wc_get_order( $order->get_id() );
			$rupiah  = self::of_order( $recorded );
			$amounts = array( $rupiah, $rupiah - (int) $payment['payment_unique'] );
			$taker   = self::taken( $order )[ $recorded['refund_id'] ] ?? self::not_booked( $order, $code, $references, $amounts );
			if ( null !== $taker ) {
				self::refunded( $order->get_id(), $taker ); // The gateway was unreachable when WooCommerce saved its refund.
				$references[] = self::reference( $code, $taker );
				continue;
			}
			// A total can have a fraction, which the invoice does not have. WooCommerce refunds at most its own total.
			$left = (float) $order->get_remaining_refund_amount();
			if ( $rupiah <= 0 || $left <= 0 || $rupiah > ceil( $left ) + self::MOST_UNIQUE ) {
				continue;
			}
			self::$taking = $recorded['refund_id'];
			try {
				$refund = wc_create_refund(
					array(
						'order_id'       => $order->get_id(),
						'amount'         => min( $left, $rupiah ),
						'reason'         => $recorded['reason'],
						'refund_payment' => false,
						'restock_items'  => false,
					)
				);
			} finally {
				self::$taking = null;
			}
			if ( is_wp_error( $refund ) ) {
				throw new RuntimeException( "The refund of order {$order->get_id()} could not be saved: {$refund->get_error_message()}" );
			}
		}
	}

	/**
	 * Returns the part of a gateway's refund that is the order's money. For example, a second transfer is not. The
	 * response of an older gateway has no surplus.
	 *
	 * @param array $recorded The gateway's refund.
	 */
	private static function of_order( array $recorded ): int {
		return $recorded['amount'] - ( $recorded['surplus_amount'] ?? 0 );
	}

	/**
	 * Returns the id of a shop's refund that the gateway does not have yet, or null. The person who recorded this amount
	 * at the gateway sent that refund's money. A second refund of the order would make the next attempt of the first one
	 * owe the customer the money again.
	 *
	 * @param WC_Order $order      The order.
	 * @param string   $code       The invoice that paid the order.
	 * @param array    $references The references of the gateway's refunds.
	 * @param int[]    $amounts    The possible amounts of the refund.
	 */
	private static function not_booked( WC_Order $order, string $code, array $references, array $amounts ): ?int {
		foreach ( $order->get_refunds() as $refund ) {
			$rupiah    = self::rupiah( $refund );
			$is_booked = in_array( self::reference( $code, $refund->get_id() ), $references, true );
			if ( '' === (string) $refund->get_meta( self::TAKEN ) && ! $is_booked && $rupiah > 0 && in_array( $rupiah, $amounts, true ) ) {
				return $refund->get_id();
			}
		}
		return null;
	}

	/**
	 * Returns a refund's reference at the gateway.
	 *
	 * @param string $code      The invoice's code.
	 * @param int    $refund_id WooCommerce's record of the refund.
	 */
	private static function reference( string $code, int $refund_id ): string {
		return "$code-R$refund_id";
	}

	/**
	 * Returns the amount of a WooCommerce refund, in whole rupiah.
	 *
	 * @param WC_Order_Refund $refund WooCommerce's record of the refund.
	 */
	private static function rupiah( WC_Order_Refund $refund ): int {
		return (int) round( abs( (float) $refund->get_amount() ) );
	}

	/**
	 * Returns the ids of WooCommerce's refunds that were taken over from the gateway, by the ids of
	 * the gateway's refunds.
	 *
	 * @param WC_Order $order The order.
	 */
	private static function taken( WC_Order $order ): array {
		$taken = array();
		foreach ( $order->get_refunds() as $refund ) {
			$refund_id = (string) $refund->get_meta( self::TAKEN );
			if ( '' !== $refund_id ) {
				$taken[ $refund_id ] = $refund->get_id();
			}
		}
		return $taken;
	}

	/**
	 * Lets a customer whose order waits for a transfer open the payment again.
	 *
	 * @param array         $statuses The statuses of orders that can be paid.
	 * @param WC_Order|null $order    The order.
	 */
	public static function payable_statuses( $statuses, $order = null ): array {
		if ( $order instanceof WC_Order && Tepat_Settings::METHOD === $order->get_payment_method() ) {
			$statuses[] = 'on-hold';
		}
		return $statuses;
	}

	/**
	 * Returns the order's total in whole rupiah, as banks transfer it.
	 *
	 * @param WC_Order $order The order.
	 */
	public static function amount( WC_Order $order ): int {
		return (int) ceil( round( (float) $order->get_total(), 2 ) );
	}

	/**
	 * Returns the data shown to the customer, or null.
	 *
	 * @param WC_Order $order The order.
	 */
	public static function shown( WC_Order $order ): ?array {
		$invoice  = $order->get_meta( self::INVOICE );
		$is_shown = is_array( $invoice ) && Tepat_Settings::METHOD === $order->get_payment_method() && $order->has_status( 'on-hold' );
		return $is_shown && (int) $order->get_meta( self::AMOUNT ) === self::amount( $order ) ? $invoice : null;
	}

	/**
	 * Returns the order's state for one of its invoices.
	 *
	 * @param WC_Order $order The order.
	 * @param string   $code  The invoice.
	 */
	private static function state( WC_Order $order, string $code ): string {
		if ( $code === $order->get_meta( self::SETTLED ) ) {
			return Tepat_Next_Step::SETTLED;
		}
		$waits = $order->has_status( array( 'pending', 'on-hold' ) ) && Tepat_Settings::METHOD === $order->get_payment_method();
		return $waits && self::code_in_force( $order ) === $code ? Tepat_Next_Step::WAITING : Tepat_Next_Step::CLOSED;
	}

	/**
	 * Carries out a step.
	 *
	 * @param string   $step    A constant of Tepat_Next_Step.
	 * @param WC_Order $order   The order.
	 * @param array    $payment The invoice.
	 * @throws RuntimeException If WooCommerce could not save the order.
	 */
	private static function take( string $step, WC_Order $order, array $payment ): void {
		$code = $payment['payment_code'];
		switch ( $step ) {
			case Tepat_Next_Step::SETTLE:
				// The code and the status are saved together, so that a process that dies here has saved both or
				// neither.
				$order->update_meta_data( self::SETTLED, $code );
				if ( ! $order->payment_complete( $payment['payment_id'] ) ) {
					throw new RuntimeException( "Order {$order->get_id()} could not be saved as paid." );
				}
				/* translators: 1: an amount, 2: an invoice's code. */
				$order->add_order_note( sprintf( __( 'Tepat: %1$s was paid (invoice %2$s).', 'tepat-for-woocommerce' ), Tepat_Settings::rupiah( $payment['payment_total'] ), $code ) );
				break;
			case Tepat_Next_Step::RELEASE:
				$note = 'EXPIRED' === $payment['payment_status']
					/* translators: %s: an invoice's code. */
					? __( 'Tepat: invoice %s was not paid in time, so the order is cancelled.', 'tepat-for-woocommerce' )
					/* translators: %s: an invoice's code. */
					: __( 'Tepat: invoice %s was cancelled, so the order is cancelled.', 'tepat-for-woocommerce' );
				$order->update_status( 'cancelled', sprintf( $note, $code ) );
				break;
			case Tepat_Next_Step::WITHDRAW:
				$client = Tepat_Settings::client();
				if ( $client->owns( $code ) ) {
					$client->cancel( $code );
				} else {
					self::report_not_own( $order, $code );
				}
				break;
			case Tepat_Next_Step::REPORT:
				/* translators: 1: an amount, 2: an invoice's code. */
				self::report( $order, "paid $code", sprintf( __( 'Tepat: %1$s was paid for invoice %2$s, but this order no longer expects the payment. Refund the customer, or send the goods.', 'tepat-for-woocommerce' ), Tepat_Settings::rupiah( $payment['payment_total'] ), $code ) );
				break;
			case Tepat_Next_Step::REPORT_SMALL:
				/* translators: 1: an amount, 2: an invoice's code. */
				self::report( $order, "paid $code", sprintf( __( 'Tepat: %1$s was paid for invoice %2$s, but the order\'s total has become larger since. Ask for the rest, or mark the order as paid.', 'tepat-for-woocommerce' ), Tepat_Settings::rupiah( $payment['payment_total'] ), $code ) );
				break;
		}
	}

	/**
	 * Notes why a copy of a shop leaves an invoice unchanged.
	 *
	 * @param WC_Order $order The order.
	 * @param string   $code  The invoice.
	 */
	private static function report_not_own( WC_Order $order, string $code ): void {
		/* translators: 1: an invoice's code, 2: the address of this shop. */
		self::report( $order, "not own $code", sprintf( __( 'Tepat: invoice %1$s was not cancelled, because a shop at another address created it. This shop is %2$s. If this shop is a copy, you do not have to do anything. If the shop has moved, cancel the invoice at the gateway.', 'tepat-for-woocommerce' ), $code, Tepat_Settings::shop() ) );
	}

	/**
	 * Adds a note for the shop's admin, once.
	 *
	 * @param WC_Order $order The order.
	 * @param string   $key   The subject of the note.
	 * @param string   $note  A sentence.
	 */
	private static function report( WC_Order $order, string $key, string $note ): void {
		$reported = $order->get_meta( self::REPORTED );
		$reported = is_array( $reported ) ? $reported : array();
		if ( in_array( $key, $reported, true ) ) {
			return;
		}
		$order->add_order_note( $note );
		$order->update_meta_data( self::REPORTED, array_merge( $reported, array( $key ) ) );
		$order->save();
	}

	/**
	 * Returns the fields of POST /gateway/payments from the order.
	 *
	 * @param WC_Order $order The order.
	 */
	private static function input( WC_Order $order ): array {
		$email  = self::cut( $order->get_billing_email(), 255 );
		$phone  = self::cut( $order->get_billing_phone(), 50 );
		$name   = self::cut( $order->get_formatted_billing_full_name(), 255 );
		$return = $order->get_checkout_order_received_url();
		$fields = array(
			'customer_name'       => '' !== $name ? $name : $email . $phone,
			'customer_email'      => $email,
			'customer_phone'      => $phone,
			'payment_webhook_url' => Tepat_Webhook::address(),
			'payment_return_url'  => 0 === strpos( $return, 'https://' ) ? $return : '',
			'payment_expired_at'  => gmdate( 'Y-m-d\TH:i:s\Z', time() + Tepat_Settings::hours_to_pay() * HOUR_IN_SECONDS ),
		);
		/**
		 * Filters the fields of the invoice, except its code, account and amount.
		 *
		 * @param array    $fields As in the gateway's document. Empty texts are omitted.
		 * @param WC_Order $order  The order.
		 */
		$fields = apply_filters( 'tepat_invoice_fields', $fields, $order );
		return array( 'payment_amount' => self::amount( $order ) ) + array_filter( $fields );
	}

	/**
	 * Returns the text, cut to a length.
	 *
	 * @param string $text       Any text.
	 * @param int    $characters The most characters.
	 */
	private static function cut( string $text, int $characters ): string {
		return mb_substr( trim( $text ), 0, $characters );
	}

	/**
	 * Returns the order's payment codes by number.
	 *
	 * @param WC_Order $order The order.
	 */
	private static function codes( WC_Order $order ): array {
		$codes = $order->get_meta( self::CODES );
		return is_array( $codes ) ? $codes : array();
	}

	/**
	 * Returns the code of the current invoice, or an empty text.
	 *
	 * @param WC_Order $order The order.
	 */
	private static function code_in_force( WC_Order $order ): string {
		return self::codes( $order )[ (int) $order->get_meta( self::NUMBER ) ] ?? '';
	}

	/**
	 * Returns the code for another invoice.
	 *
	 * @param WC_Order $order  The order.
	 * @param int      $number The invoice's number.
	 */
	private static function new_code( WC_Order $order, int $number ): string {
		return Tepat_Invoice_Code::of( Tepat_Settings::shop(), $order->get_id(), $number );
	}

	/**
	 * Lets only one process at a time work on an order, so that five simultaneous webhooks settle it
	 * once.
	 *
	 * @param int      $order_id The order.
	 * @param callable $work     Takes the order in its state after the wait.
	 * @return mixed The result of the work; null if there is no such order.
	 * @throws Tepat_Problem If another process does not end.
	 */
	private static function alone( int $order_id, callable $work ) {
		global $wpdb;
		$lock = 'tepat_' . md5( DB_NAME . $wpdb->prefix . $order_id );
		if ( '1' !== $wpdb->get_var( $wpdb->prepare( 'SELECT GET_LOCK(%s, %d)', $lock, self::LOCK_SECONDS ) ) ) { // phpcs:ignore WordPress.DB.DirectDatabaseQuery
			throw new Tepat_Problem( Tepat_Problem::AWAY, "Another process works on order $order_id." );
		}
		$was_in_hand                = self::$in_hand[ $order_id ] ?? false;
		self::$in_hand[ $order_id ] = true;
		try {
			$order = wc_get_order( $order_id );
			return $order instanceof WC_Order ? $work( $order ) : null;
		} finally {
			self::$in_hand[ $order_id ] = $was_in_hand;
			$wpdb->query( $wpdb->prepare( 'SELECT RELEASE_LOCK(%s)', $lock ) ); // phpcs:ignore WordPress.DB.DirectDatabaseQuery
		}
	}
}
