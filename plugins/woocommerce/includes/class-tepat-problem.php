<?php
/**
 * The reason why a request to the gateway failed.
 *
 * @package Tepat
 */

/** A failed request. The message is for the shop's log; customers get another one. */
class Tepat_Problem extends RuntimeException {

	/**
	 * The gateway does not respond or has a fault, or the shop sends too many requests. A later attempt
	 * might work.
	 */
	const AWAY = 'away';

	/** The invoice is already paid. */
	const PAID_ALREADY = 'paid_already';

	/** The invoice belongs to the shop at another address, of which this shop is a copy. */
	const NOT_OWN = 'not_own';

	/** No account takes this amount now. */
	const NO_ACCOUNT = 'no_account';

	/**
	 * AWAY, PAID_ALREADY, NOT_OWN, NO_ACCOUNT or an error code of the gateway.
	 *
	 * @var string
	 */
	public $reason;

	/**
	 * Creates a problem.
	 *
	 * @param string $reason  See above.
	 * @param string $message For the shop's log.
	 */
	public function __construct( string $reason, string $message ) {
		parent::__construct( $message );
		$this->reason = $reason;
	}
}
