<?php
/**
 * The invoice of an order.
 *
 * @package Tepat
 */

/**
 * Creates and finds the invoices of one order. A repeated request creates no second invoice. An order
 * whose total has changed gets a new invoice.
 */
class Tepat_Invoices {

	/**
	 * The number of further attempts, each with the next number, if the invoice with this number has ended.
	 */
	const MOST_NUMBERS = 20;

	/**
	 * The gateway.
	 *
	 * @var Tepat_Client
	 */
	private $client;

	/**
	 * Returns the payment_code of an invoice's number.
	 *
	 * @var callable
	 */
	private $code_of;

	/**
	 * Stores number and amount in the order before the request to the gateway, so that the shop knows the invoice even if
	 * the response is lost.
	 *
	 * @var callable
	 */
	private $keep;

	/**
	 * Prepares the invoices of one order.
	 *
	 * @param Tepat_Client $client  The gateway.
	 * @param callable     $code_of See above.
	 * @param callable     $keep    See above.
	 */
	public function __construct( Tepat_Client $client, callable $code_of, callable $keep ) {
		$this->client  = $client;
		$this->code_of = $code_of;
		$this->keep    = $keep;
	}

	/**
	 * Returns an invoice that can be paid.
	 *
	 * @param int    $number     The stored number; 0 if there was no invoice yet.
	 * @param int    $amount     The amount stored with it.
	 * @param array  $input      The fields of POST /gateway/payments without account_id and payment_code.
	 * @param string $account_id The account; empty for the first account that takes the amount.
	 * @throws Tepat_Problem If there is no such invoice, or it is paid.
	 */
	public function open( int $number, int $amount, array $input, string $account_id ): array {
		if ( $number > 0 ) {
			$payment = $this->find( ( $this->code_of )( $number ) );
			if ( null !== $payment && $this->is_usable( $payment, $input['payment_amount'] ) ) {
				return $payment;
			}
			// A number stored with another amount might belong to a request that is still being processed.
			$number += null !== $payment || $amount !== $input['payment_amount'] ? 1 : 0;
		}
		if ( '' === $account_id ) {
			$account_id = self::account_for( $this->client->accounts(), $input['payment_amount'] );
		}
		$number = max( 1, $number );
		for ( $last = $number + self::MOST_NUMBERS; $number < $last; $number++ ) {
			$code = ( $this->code_of )( $number );
			( $this->keep )( $number, $input['payment_amount'] );
			$names   = array(
				'account_id'   => $account_id,
				'payment_code' => $code,
			);
			$payment = $this->create_or_find( $names + $input );
			if ( $this->is_usable( $payment, $input['payment_amount'] ) ) {
				return $payment;
			}
		}
		throw new Tepat_Problem( 'payment_code_conflict', "All codes up to $code are used." );
	}

	/**
	 * Creates the invoice. If a repeated request gets a conflict, returns the invoice of the first
	 * request.
	 *
	 * @param array $input The fields of POST /gateway/payments.
	 */
	private function create_or_find( array $input ): array {
		try {
			return $this->client->create( $input );
		} catch ( Tepat_Problem $problem ) {
			if ( 'payment_code_conflict' !== $problem->reason ) {
				throw $problem;
			}
			return $this->client->get( $input['payment_code'] );
		}
	}

	/**
	 * Returns the invoice of a code, or null if it was never created.
	 *
	 * @param string $code The invoice's payment_code.
	 */
	private function find( string $code ): ?array {
		try {
			return $this->client->get( $code );
		} catch ( Tepat_Problem $problem ) {
			if ( 'not_found' !== $problem->reason ) {
				throw $problem;
			}
			return null;
		}
	}

	/**
	 * Returns whether the customer can pay this invoice. Cancels an invoice with another amount. A copy of the shop
	 * creates its own invoice.
	 *
	 * @param array $payment The invoice.
	 * @param int   $amount  In rupiah.
	 * @throws Tepat_Problem If the invoice is paid.
	 */
	private function is_usable( array $payment, int $amount ): bool {
		$code = $payment['payment_code'];
		if ( 'PENDING' === $payment['payment_status'] ) {
			if ( ! $this->client->owns( $code ) ) {
				return false;
			}
			if ( $payment['payment_amount'] === $amount ) {
				return true;
			}
			if ( $this->client->cancel( $code ) ) {
				return false;
			}
			$payment = $this->client->get( $code );
		}
		if ( 'PAID' === $payment['payment_status'] ) {
			throw new Tepat_Problem( Tepat_Problem::PAID_ALREADY, "Invoice $code is paid already." );
		}
		return false;
	}

	/**
	 * Returns the first account that takes the amount.
	 *
	 * @param array $accounts As the gateway lists them.
	 * @param int   $amount   In rupiah.
	 * @throws Tepat_Problem If there is none.
	 */
	public static function account_for( array $accounts, int $amount ): string {
		foreach ( $accounts as $account ) {
			$is_open = $account['account_active'] && $account['account_quota'] > 0;
			$fits    = $amount >= $account['account_min_amount'] && ( null === $account['account_max_amount'] || $amount <= $account['account_max_amount'] );
			if ( $is_open && $fits ) {
				return $account['account_id'];
			}
		}
		throw new Tepat_Problem( Tepat_Problem::NO_ACCOUNT, "None of the merchant's accounts takes Rp$amount now." );
	}
}
