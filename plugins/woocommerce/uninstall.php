<?php
/**
 * Removes the plugin's stored data, except the data of orders, which belong to the shop's books.
 *
 * @package Tepat
 */

defined( 'WP_UNINSTALL_PLUGIN' ) || exit;

delete_option( 'woocommerce_tepat_settings' );
delete_option( 'tepat_accounts' );
delete_option( 'tepat_check_offset' );
wp_unschedule_hook( 'tepat_check' );
wp_unschedule_hook( 'tepat_withdraw' );
