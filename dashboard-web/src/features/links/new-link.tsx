import { call } from "../../base/api.ts";
import { useKeptTyping } from "../../base/keep-typing.ts";
import { useMerchant } from "../../base/session.tsx";
import { Field, Form, Submit } from "../../ui/form.tsx";
import { FormKey } from "../../ui/form-key.tsx";
import { largestPriceOf, linkContents, LinkFields, LinkPreview } from "./link-fields.tsx";
import { useLargeAmount } from "../../ui/large-amount.tsx";
import { Card, Page } from "../../ui/page.tsx";
import { WatchWarning } from "../../ui/watch-warning.tsx";
import { WithPreview } from "../../ui/with-preview.tsx";
import { useRouter } from "../../base/router.tsx";
import { linksTexts as t } from "./links-texts.ts";

export function NewLink() {
  const { time_zone } = useMerchant();
  const { go } = useRouter();
  const { noteSent } = useKeptTyping();
  const { isMeant, question } = useLargeAmount();
  return (
    <Page title={t.links.create} back={{ to: "/links", text: t.menu.links }}>
      <WatchWarning />
      <Form
        label={t.links.create}
        initial={{ quantity_max: 1 }}
        submit={async (values) => {
          const contents = linkContents(values, time_zone);
          if (!(await isMeant(largestPriceOf(contents)))) return false;
          const slug = values("slug").trim() || null;
          const { link_id } = await call("createLink", {
            body: { ...contents, slug, form_key: values("form_key") },
          });
          noteSent();
          return go(`/links/${link_id}`, { replace: true, said: t.links.created });
        }}
      >
        <FormKey />
        <WithPreview preview={(values) => <LinkPreview values={values} />}>
          <Card>
            <LinkFields link={null} />
            <Field
              name="slug"
              label={`${t.links.address}: /l/…`}
              isOptional
              hint={t.links.addressHint}
              autoComplete="off"
            />
            <Submit>{t.links.create}</Submit>
          </Card>
        </WithPreview>
      </Form>
      {question}
    </Page>
  );
}
