import { knownProviders } from "../domain/mail/mail-providers.ts";

/**
 * Loaded before a test's server, so that the test's own authorization server and mail server replace Google's.
 */

Object.assign(knownProviders.google, JSON.parse(process.env.TEST_MAIL_PROVIDER));
