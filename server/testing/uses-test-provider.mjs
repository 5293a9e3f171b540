import { knownProviders } from "../domain/mail/mail-providers.ts";

/** Loaded before a server of a test: the test's own authorization server and mail server take Google's place. */

Object.assign(knownProviders.google, JSON.parse(process.env.TEST_MAIL_PROVIDER));
