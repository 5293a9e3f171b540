<?php
/**
 * The payment method in the block checkout.
 *
 * @package Tepat
 */

use Automattic\WooCommerce\Blocks\Payments\Integrations\AbstractPaymentMethodType;

/**
 * The method in the block checkout. WooCommerce calls process_payment(), as for the classic
 * checkout.
 */
final class Tepat_Blocks extends AbstractPaymentMethodType {

	/**
	 * The payment method.
	 *
	 * @var string
	 */
	protected $name = Tepat_Settings::METHOD;

	/** Reads the settings. */
	public function initialize() {
		$this->settings = get_option( Tepat_Settings::OPTION, array() );
	}

	/** Returns whether the checkout offers the method. */
	public function is_active() {
		$gateways = WC()->payment_gateways()->payment_gateways();
		return isset( $gateways[ $this->name ] ) && $gateways[ $this->name ]->is_available();
	}

	/** Registers the script and returns its handle. */
	public function get_payment_method_script_handles() {
		wp_register_script(
			'tepat-blocks',
			plugins_url( 'assets/blocks.js', TEPAT_FILE ),
			array( 'wc-blocks-registry', 'wc-settings', 'wp-element', 'wp-html-entities' ),
			(string) filemtime( dirname( TEPAT_FILE ) . '/assets/blocks.js' ), // An update changes this version.
			true
		);
		return array( 'tepat-blocks' );
	}

	/** Returns the data for the script. */
	public function get_payment_method_data() {
		return array(
			'title'       => $this->get_setting( 'title' ) ? $this->get_setting( 'title' ) : __( 'Bank transfer or QRIS', 'tepat-for-woocommerce' ),
			'description' => $this->get_setting( 'description' ),
			'supports'    => array( 'products' ),
		);
	}
}
