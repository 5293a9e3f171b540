<?php
/**
 * Classes of WooCommerce's blocks.
 *
 * @package Tepat
 */

namespace Automattic\WooCommerce\Blocks\Payments\Integrations;

abstract class AbstractPaymentMethodType {
	protected $name     = '';
	protected $settings = array();

	abstract public function initialize();
	abstract public function is_active();
	abstract public function get_payment_method_script_handles();
	abstract public function get_payment_method_data();
	public function get_name() {
		return $this->name;
	}
	protected function get_setting( $name, $default = '' ) {
		return isset( $this->settings[ $name ] ) ? $this->settings[ $name ] : $default;
	}
}
