import { useState } from "preact/hooks";
import { call } from "../api.ts";
import {
  AppChoiceField,
  BoundFields,
  boundsOf,
  type Choices,
} from "../components/account-fields.tsx";
import { Fact } from "../components/fact.tsx";
import { Choice, Field, Form, Submit, Warned, type Values } from "../components/form.tsx";
import { Answered, Card, Page } from "../components/page.tsx";
import { QrisFields, type ReadQris } from "../components/qris-fields.tsx";
import { useRouter } from "../router.tsx";
import { useQuery } from "../use-query.ts";
import { useWords } from "../words.tsx";
import { accountsTexts } from "./accounts-texts.ts";

type Kind = "TRANSFER" | "QRIS";

export function NewAccount() {
  const { t } = useWords(accountsTexts);
  const choices = useQuery("listAccountChoices", {});
  const [kind, setKind] = useState<Kind>("TRANSFER");
  return (
    <Page title={t.accounts.add} back={{ to: "/accounts", text: t.menu.accounts }}>
      <Card>
        <fieldset>
          <legend>{t.accounts.kind}</legend>
          {(["TRANSFER", "QRIS"] as const).map((each) => (
            <label class="option" key={each}>
              <input
                type="radio"
                name="kind"
                checked={kind === each}
                onChange={() => setKind(each)}
              />
              {each === "QRIS" ? t.accounts.qris : t.accounts.transfer}
            </label>
          ))}
        </fieldset>
        <Answered query={choices}>
          {(data) =>
            kind === "QRIS" ? <NewQris choices={data} /> : <NewTransfer choices={data} />
          }
        </Answered>
      </Card>
    </Page>
  );
}

function useCreate() {
  const { go } = useRouter();
  return async (values: Values, fields: { channel_id: string; qris?: string }) => {
    const { account_id } = await call("createOwnAccount", {
      body: {
        ...fields,
        ...boundsOf(values),
        account_number: values("account_number").trim() || null,
        account_name: values("account_name").trim() || null,
        app_package: values("app_package") || null,
        again: values("again") === "on",
      },
    });
    go(`/accounts/${account_id}`, { replace: true });
  };
}

function NewTransfer({ choices }: { choices: Choices }) {
  const { t } = useWords(accountsTexts);
  const create = useCreate();
  return (
    <Form submit={(values) => create(values, { channel_id: values("channel_id") })}>
      <Choice name="channel_id" label={t.accounts.channel}>
        {choices.channels
          .filter(({ channel_type }) => channel_type === "TRANSFER")
          .map(({ channel_id, channel_name }) => (
            <option key={channel_id} value={channel_id}>
              {channel_name}
            </option>
          ))}
      </Choice>
      <Field
        name="account_number"
        label={t.accounts.number}
        inputMode="numeric"
        autoComplete="off"
      />
      <Field
        name="account_name"
        label={t.accounts.holder}
        hint={t.accounts.holderHint}
        autoComplete="off"
        autoCapitalize="characters"
      />
      <AppChoiceField choices={choices} />
      <BoundFields />
      <Warned name="again" label={t.accounts.again} />
      <Submit>{t.accounts.add}</Submit>
    </Form>
  );
}

function NewQris({ choices }: { choices: Choices }) {
  const { t } = useWords(accountsTexts);
  const create = useCreate();
  const [read, setRead] = useState<ReadQris | null>(null);
  const channel = choices.channels.find(({ channel_type }) => channel_type === "QRIS");
  if (!read || !channel) return <QrisFields onRead={setRead} />;
  return (
    <Form submit={(values) => create(values, { channel_id: channel.channel_id, qris: read.text })}>
      <dl class="facts">
        {(
          [
            [t.accounts.qrisName, read.preview.qris_name],
            [t.accounts.qrisCity, read.preview.qris_city],
            [t.accounts.nmid, read.preview.qris_id],
            [t.accounts.acquirer, read.preview.acquirer],
          ] as const
        ).map(([name, value]) => (
          <Fact key={name} name={name}>
            <strong>{value ?? "–"}</strong>
          </Fact>
        ))}
      </dl>
      <AppChoiceField choices={choices} chosen={read.preview.default_package} />
      <BoundFields />
      <Warned name="again" label={t.accounts.again} />
      <div class="actions">
        <Submit>{t.accounts.add}</Submit>
        <button type="button" class="button" onClick={() => setRead(null)}>
          {t.accounts.another}
        </button>
      </div>
    </Form>
  );
}
