import { useRef, useState } from "preact/hooks";
import { call } from "../../base/api.ts";
import type { CounterItem } from "../../base/generated/types.gen.ts";
import { numberOf } from "../../base/numbers.ts";
import { useRouter } from "../../base/router.tsx";
import { useQuery } from "../../base/use-query.ts";
import { Button } from "../../ui/button.tsx";
import { AmountField } from "../../ui/amount-field.tsx";
import { Field, Form, Submit } from "../../ui/form.tsx";
import { Card, Page, QueryResult } from "../../ui/page.tsx";
import { counterTexts as t } from "./counter-texts.ts";

/** Edits the list of items that the counter offers. The whole list is saved at once. */
export function CounterItems() {
  const counter = useQuery("getCounter", {});
  return (
    <Page
      title={t.counter.items}
      hint={t.counter.itemsHint}
      back={{ to: "/counter", text: t.menu.counter }}
    >
      <QueryResult query={counter}>{({ items }) => <ItemsForm known={items} />}</QueryResult>
    </Page>
  );
}

interface TypedItem {
  key: number;
  name: string;
  price: string;
}

function ItemsForm({ known }: { known: readonly CounterItem[] }) {
  const { go } = useRouter();
  const [items, setItems] = useState<readonly TypedItem[]>(() =>
    (known.length > 0 ? known : [{ name: "", price: "" }]).map(({ name, price }, key) => ({
      key,
      name,
      price: String(price),
    })),
  );
  const nextKey = useRef(items.length);
  const change = (key: number, changes: Partial<TypedItem>) =>
    setItems((before) => before.map((item) => (item.key === key ? { ...item, ...changes } : item)));

  async function save() {
    await call("changeCounterItems", {
      body: {
        items: items.map(({ name, price }) => ({ name: name.trim(), price: numberOf(price) })),
      },
    });
    go("/counter");
  }

  return (
    <Form label={t.counter.items} submit={save}>
      <Card>
        {items.map((item, index) => (
          <div
            key={item.key}
            class="counter-item-fields"
            role="group"
            aria-label={t.counter.item(index + 1)}
          >
            <Field
              name={`items.${index}.name`}
              label={t.counter.itemName}
              autoComplete="off"
              autoCapitalize="words"
              value={item.name}
              onInput={(name) => change(item.key, { name })}
            />
            <AmountField
              name={`items.${index}.price`}
              label={t.counter.itemPrice}
              value={item.price}
              onInput={(price) => change(item.key, { price })}
            />
            <Button
              tone="quiet"
              icon="close"
              aria-label={t.counter.removeItem(index + 1)}
              onClick={() => setItems((before) => before.filter(({ key }) => key !== item.key))}
            />
          </div>
        ))}
        <div class="actions">
          <Submit>{t.common.save}</Submit>
          <Button
            icon="plus"
            onClick={() =>
              setItems((before) => [...before, { key: nextKey.current++, name: "", price: "" }])
            }
          >
            {t.counter.addItem}
          </Button>
        </div>
      </Card>
    </Form>
  );
}
