import { useKeptTyping } from "../../base/keep-typing.ts";
import { operatorPageTexts } from "../../base/texts/operator-page-texts.ts";
import { useQuery } from "../../base/use-query.ts";
import { Button } from "../../ui/button.tsx";
import { Page, QueryResult } from "../../ui/page.tsx";
import { PublicAddressCard } from "./public-address-card.tsx";
import { LocalNetworkCard } from "./local-network-card.tsx";
import { EmailCard } from "./email-card.tsx";
import { MailSignInCard } from "./mail-sign-in-card.tsx";
import { SignUpCard } from "./sign-up-card.tsx";
import { TelegramCard } from "./telegram-card.tsx";
import { gatewaySettingsTexts as t } from "./gateway-settings-texts.ts";

/** Shows the settings of the whole gateway. Only the server's owner sees the page. */
export function GatewaySettingsPage() {
  const settings = useQuery("getGatewaySettings", {});
  useKeptTyping();
  return (
    <Page
      title={t.menu.server}
      hint={t.server.hint}
      actions={<Button to="/operator">{operatorPageTexts.operatorPage}</Button>}
    >
      <QueryResult query={settings}>
        {({ email, telegram, sign_up, public_address, local_network, mail_sign_in }) => (
          <>
            <PublicAddressCard address={public_address} reload={settings.reload} />
            <LocalNetworkCard
              network={local_network}
              address={public_address}
              reload={settings.reload}
            />
            <EmailCard email={email} reload={settings.reload} />
            <TelegramCard telegram={telegram} reload={settings.reload} />
            <MailSignInCard mailSignIn={mail_sign_in} reload={settings.reload} />
            <SignUpCard signUp={sign_up} reload={settings.reload} />
          </>
        )}
      </QueryResult>
    </Page>
  );
}
