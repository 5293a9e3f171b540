<?php
/**
 * Tests the logic without WordPress and WooCommerce: php tests/logic.php. Prints "ok" or the failures.
 *
 * @package Tepat
 */

foreach ( array( 'problem', 'signature', 'client', 'invoice-code', 'invoices', 'next-step' ) as $name ) {
	require __DIR__ . "/../includes/class-tepat-$name.php";
}

function same( $expected, $actual, string $what ): void {
	if ( $expected !== $actual ) {
		echo "$what: expected " . var_export( $expected, true ) . ', not ' . var_export( $actual, true ) . "\n";
		exit( 1 );
	}
}

function reason_of( callable $work ): string {
	try {
		$work();
	} catch ( Tepat_Problem $problem ) {
		return $problem->reason;
	}
	return 'no problem';
}

// The test vector of docs/languages.md.
$vector  = array( 'msg_p5jXN8AQM9LWM0D4loKWxJek', '1614265330', 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=', '{"test": 2432232314}', 1614265330 );
$secret  = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
$other   = 'whsec_' . base64_encode( str_repeat( 'x', 32 ) );
$genuine = static function ( array $secrets, array $changes = array() ) use ( $vector ): bool {
	return Tepat_Signature::is_genuine( $secrets, ...array_replace( $vector, $changes ) );
};
same( true, $genuine( array( $secret ) ), 'the vector' );
same( true, $genuine( array( $other, $secret ) ), 'the second of two secrets' );
same( true, $genuine( array( $secret ), array( 2 => 'v1,AAAA ' . $vector[2] ) ), 'the second of two signatures' );
same( true, $genuine( array( $secret ), array( 4 => $vector[4] + 300 ) ), 'five minutes old' );
foreach (
	array(
		'no secret'             => array( array(), array() ),
		'an empty secret'       => array( array( '' ), array( 2 => 'v1,' . base64_encode( hash_hmac( 'sha256', "$vector[0].$vector[1].$vector[3]", '', true ) ) ) ),
		'a secret without key'  => array( array( 'whsec_' ), array( 2 => 'v1,' . base64_encode( hash_hmac( 'sha256', "$vector[0].$vector[1].$vector[3]", '', true ) ) ) ),
		'another secret'        => array( array( $other ), array() ),
		'another body'          => array( array( $secret ), array( 3 => '{"test": 2432232315}' ) ),
		'another id'            => array( array( $secret ), array( 0 => 'msg_2' ) ),
		'no id'                 => array( array( $secret ), array( 0 => '' ) ),
		'no signature'          => array( array( $secret ), array( 2 => '' ) ),
		'no version'            => array( array( $secret ), array( 2 => substr( $vector[2], 3 ) ) ),
		'no time'               => array( array( $secret ), array( 1 => '' ) ),
		'a time that is a word' => array( array( $secret ), array( 1 => 'now' ) ),
		'too old'               => array( array( $secret ), array( 4 => $vector[4] + 301 ) ),
		'too new'               => array( array( $secret ), array( 4 => $vector[4] - 301 ) ),
		'beyond all numbers'    => array( array( $secret ), array( 1 => str_repeat( '9', 40 ) ) ),
	) as $what => list( $secrets, $changes )
) {
	same( false, $genuine( $secrets, $changes ), $what );
}

// The codes of a shop's invoices.
$code = Tepat_Invoice_Code::of( 'https://toko.example', 1042, 1 );
same( 1, preg_match( '/^WC-[0-9a-f]{6}-1042$/', $code ), 'a code' );
same( "$code-2", Tepat_Invoice_Code::of( 'https://toko.example', 1042, 2 ), 'the second code' );
same( true, Tepat_Invoice_Code::of( 'https://uji.toko.example', 1042, 1 ) !== $code, 'a copy of the shop' );
same( true, Tepat_Invoice_Code::is_of( 'http://TOKO.example/', "$code-2" ), 'the same shop before it had https' );
same( false, Tepat_Invoice_Code::is_of( 'https://toko.example/uji', $code ), 'a copy of the shop in a folder' );
same( false, Tepat_Invoice_Code::is_of( 'https://toko.example', 'INV-1' ), 'a code of nobody' );
same( 1042, Tepat_Invoice_Code::order_id( $code ), 'the order of a code' );
same( 1042, Tepat_Invoice_Code::order_id( "$code-2" ), 'the order of a second code' );
same( 1042, Tepat_Invoice_Code::order_id( "$code-2-2" ), 'the order of the follow-up of a second code' );
same( $code, Tepat_Invoice_Code::followed( "$code-2" ), 'the invoice before a follow-up' );
same( "$code-2", Tepat_Invoice_Code::followed( "$code-2-51" ), 'the second invoice before a follow-up' );
same( null, Tepat_Invoice_Code::followed( $code ), 'a code that follows none' );
foreach ( array( '', 'INV-1', "$code-2-2-2", "$code\n", "x$code", 'WC-123456-0', 'WC-123456-99999999999999999999', 'WC-12345-1' ) as $bad ) {
	same( null, Tepat_Invoice_Code::order_id( $bad ), "the code '$bad'" );
}

// The next step for every combination of states.
$steps = array();
foreach ( array( 'PENDING', 'PAID', 'EXPIRED', 'CANCELLED' ) as $payment_status ) {
	foreach ( array( 'waiting', 'settled', 'closed' ) as $state ) {
		$steps[ "$payment_status $state" ] = Tepat_Next_Step::of( $payment_status, $state, true );
	}
}
same(
	array(
		'PENDING waiting'   => 'nothing',
		'PENDING settled'   => 'nothing',
		'PENDING closed'    => 'withdraw',
		'PAID waiting'      => 'settle',
		'PAID settled'      => 'nothing',
		'PAID closed'       => 'report',
		'EXPIRED waiting'   => 'release',
		'EXPIRED settled'   => 'nothing',
		'EXPIRED closed'    => 'nothing',
		'CANCELLED waiting' => 'release',
		'CANCELLED settled' => 'nothing',
		'CANCELLED closed'  => 'nothing',
	),
	$steps,
	'the steps'
);
same( 'report_small', Tepat_Next_Step::of( 'PAID', 'waiting', false ), 'less than the total' );

// A gateway in memory that can lose responses and be down.
class Gateway_In_Memory {
	public $payments = array();
	public $asked    = array();
	public $fault    = '';

	public function send( string $method, string $url, array $headers, ?string $body ): array {
		same( 'key', $headers['X-Api-Key'], 'the key' );
		$path          = substr( $url, strlen( 'https://pay.example' ) );
		$this->asked[] = "$method $path";
		if ( 'away' === $this->fault ) {
			throw new Tepat_Problem( Tepat_Problem::AWAY, 'Nobody answers.' );
		}
		if ( '' !== $this->fault && 'lost' !== $this->fault ) {
			return array( 502, $this->fault );
		}
		$answer = $this->answer( $method, rawurldecode( basename( $path ) ), json_decode( (string) $body, true ) );
		if ( 'lost' === $this->fault ) {
			throw new Tepat_Problem( Tepat_Problem::AWAY, 'The answer was lost.' );
		}
		return array( isset( $answer['code'] ) ? 404 : 200, json_encode( $answer ) );
	}

	private function answer( string $method, string $code, ?array $input ): array {
		if ( 'accounts' === $code ) {
			return array(
				'success' => true,
				'data'    => array( account( 'small', true, 1, 1, 50000 ), account( 'used', true, 0, 1, null ), account( 'shut', false, 9, 1, null ), account( 'good', true, 9, 1, null ) ),
			);
		}
		$code    = null === $input ? $code : $input['payment_code'];
		$payment = $this->payments[ $code ] ?? null;
		if ( 'POST' === $method ) {
			if ( null !== $payment ) {
				return refusal( 'payment_code_conflict' );
			}
			$this->payments[ $code ] = $input + array( 'payment_status' => 'PENDING' );
		} elseif ( 'GET' === $method && null === $payment ) {
			return refusal( 'not_found' );
		} elseif ( 'DELETE' === $method ) {
			if ( null === $payment || 'PENDING' !== $payment['payment_status'] ) {
				return refusal( 'payment_not_cancellable' );
			}
			$this->payments[ $code ]['payment_status'] = 'CANCELLED';
			return array(
				'success' => true,
				'data'    => null,
			);
		}
		return array(
			'success' => true,
			'data'    => $this->payments[ $code ],
		);
	}
}

function refusal( string $code ): array {
	return array(
		'success' => false,
		'code'    => $code,
		'message' => $code,
	);
}

function account( string $id, bool $active, int $quota, int $min, ?int $max ): array {
	return array(
		'account_id'         => $id,
		'account_active'     => $active,
		'account_quota'      => $quota,
		'account_min_amount' => $min,
		'account_max_amount' => $max,
	);
}

/** Returns an order with its stored values and its gateway. */
function order(): stdClass {
	$order           = new stdClass();
	$order->number   = 0;
	$order->amount   = 0;
	$order->code_of  = array();
	$order->gateway  = new Gateway_In_Memory();
	$order->shop     = 'A/';
	$order->client   = new Tepat_Client(
		'https://pay.example/',
		'key',
		array( $order->gateway, 'send' ),
		static function ( string $code ) use ( $order ): bool {
			return 0 === strpos( $code, $order->shop );
		}
	);
	$order->invoices = new Tepat_Invoices(
		$order->client,
		static function ( int $number ) use ( $order ): string {
			return $order->code_of[ $number ] ?? "{$order->shop}1-$number";
		},
		static function ( int $number, int $amount ) use ( $order ): void {
			$order->code_of[ $number ] = $order->code_of[ $number ] ?? "{$order->shop}1-$number";
			$order->number             = $number;
			$order->amount             = $amount;
		}
	);
	$order->open     = static function ( int $amount, string $account_id = '' ) use ( $order ): array {
		return $order->invoices->open( $order->number, $order->amount, array( 'payment_amount' => $amount ), $account_id );
	};
	return $order;
}

function statuses( stdClass $order ): array {
	return array_map(
		static function ( array $payment ): string {
			return "{$payment['payment_amount']} {$payment['payment_status']}";
		},
		$order->gateway->payments
	);
}

$order = order();
same( 'good', ( $order->open )( 150000 )['account_id'], 'the account that takes the amount' );
( $order->open )( 150000 );
same( array( 'A/1-1' => '150000 PENDING' ), statuses( $order ), 'asking twice makes one invoice' );
( $order->open )( 175000, 'mine' );
same(
	array(
		'A/1-1' => '150000 CANCELLED',
		'A/1-2' => '175000 PENDING',
	),
	statuses( $order ),
	'a changed total makes a new invoice and cancels the former'
);
same( 'mine', $order->gateway->payments['A/1-2']['account_id'], 'the chosen account' );

$order                 = order();
$order->gateway->fault = 'lost';
same( 'away', reason_of( fn() => ( $order->open )( 150000, 'mine' ) ), 'a lost answer' );
$order->gateway->fault = '';
( $order->open )( 150000, 'mine' );
same( array( 'A/1-1' => '150000 PENDING' ), statuses( $order ), 'a lost answer makes no second invoice' );

$order                 = order();
$order->gateway->fault = 'away';
same( 'away', reason_of( fn() => ( $order->open )( 150000 ) ), 'a gateway that is away' );
$order->gateway->fault = '<html>Bad gateway</html>';
same( 'away', reason_of( fn() => ( $order->open )( 150000 ) ), 'a proxy without a gateway' );
same( array(), $order->gateway->payments, 'nothing half made' );

foreach ( array( 'EXPIRED', 'CANCELLED' ) as $ended ) {
	$order = order();
	( $order->open )( 150000 );
	$order->gateway->payments['A/1-1']['payment_status'] = $ended;
	same( 'A/1-2', ( $order->open )( 150000 )['payment_code'], "after one that is $ended" );
}

foreach ( array( 150000, 175000 ) as $amount ) {
	$order = order();
	( $order->open )( 150000 );
	$order->gateway->payments['A/1-1']['payment_status'] = 'PAID';
	same( 'paid_already', reason_of( fn() => ( $order->open )( $amount ) ), 'one that is paid' );
	same( 1, count( $order->gateway->payments ), 'one that is paid gets no other beside it' );
}

// A copy of the shop has the order with its invoice. The copy creates its own invoice and leaves the original unchanged.
foreach ( array( 150000, 175000 ) as $amount ) {
	$order = order();
	( $order->open )( 150000 );
	$order->shop = 'copy/';
	same( 'copy/1-2', ( $order->open )( $amount )['payment_code'], 'the invoice of a copy' );
	same( 'not_own', reason_of( fn() => $order->client->cancel( 'A/1-1' ) ), 'a copy that cancels' );
	same( '150000 PENDING', statuses( $order )['A/1-1'], 'the invoice of the shop that was copied' );
	$order->gateway->payments['A/1-1']['payment_status'] = 'PAID';
	$order->number                                       = 1;
	same( 'paid_already', reason_of( fn() => ( $order->open )( $amount ) ), 'a copy of a paid order' );
}

// Another program has used the code with another amount: the order gets the next code.
$order                             = order();
$order->gateway->payments['A/1-1'] = array(
	'payment_code'   => 'A/1-1',
	'payment_amount' => 1,
	'payment_status' => 'CANCELLED',
);
same( 'A/1-2', ( $order->open )( 150000 )['payment_code'], 'a code that is used' );
same( 'no_account', reason_of( fn() => Tepat_Invoices::account_for( array( account( 'small', true, 1, 1, 50000 ) ), 50001 ) ), 'no account' );

// Other servers are reported as not a gateway.
$web_page = new Tepat_Client( 'https://pay.example', 'key', fn() => array( 200, '<html></html>' ), fn() => true );
same( 'no_gateway', reason_of( fn() => $web_page->accounts() ), 'a web page' );
$redirect = new Tepat_Client( 'https://pay.example', 'key', fn() => array( 301, '' ), fn() => true );
same( 'no_gateway', reason_of( fn() => $redirect->accounts() ), 'a redirect' );

echo "ok\n";
