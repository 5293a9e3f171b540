import { call } from "../api.ts";
import { Field, Form, Submit } from "../components/form.tsx";
import { linkContents, LinkFields, LinkPreview } from "../components/link-fields.tsx";
import { Card, Page } from "../components/page.tsx";
import { WatchWarning } from "../components/watch-warning.tsx";
import { WithPreview } from "../components/with-preview.tsx";
import { useRouter } from "../router.tsx";
import { useWords } from "../words.tsx";
import { linksTexts } from "./links-texts.ts";

export function NewLink() {
  const { t } = useWords(linksTexts);
  const { go } = useRouter();
  return (
    <Page title={t.links.create} back={{ to: "/links", text: t.menu.links }}>
      <WatchWarning />
      <Form
        label={t.links.create}
        submit={async (values) => {
          const slug = values("slug").trim() || null;
          const { link_id } = await call("createLink", {
            body: { ...linkContents(values), slug },
          });
          go(`/links/${link_id}`, { replace: true });
        }}
      >
        <WithPreview preview={(values) => <LinkPreview values={values} />}>
          <Card>
            <LinkFields link={null} />
            <Field
              name="slug"
              label={`${t.links.address}: /l/…`}
              hint={t.links.addressHint}
              autoComplete="off"
            />
            <Submit>{t.links.create}</Submit>
          </Card>
        </WithPreview>
      </Form>
    </Page>
  );
}
