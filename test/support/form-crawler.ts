/** Finds every form that somebody's pages show, and sends it with chosen values: a search over acts, not a list of them. */
import type { LightMyRequestResponse } from 'fastify';

export interface FoundForm {
  action: string;
  fields: FoundField[];
  hasFile: boolean;
}

export interface FoundField {
  name: string;
  type: string;
  value: string;
  isChecked: boolean;
  /** Of a select. */
  options: string[];
  /** Characters that a browser lets somebody type. */
  most: number | null;
}

const attribute = (tag: string, name: string): string | null => {
  const found = new RegExp(`\\s${name}="([^"]*)"`).exec(tag);
  return found === null ? null : unescaped(found[1] ?? '');
};

const unescaped = (text: string): string =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');

const linksIn = (body: string): string[] =>
  [...body.matchAll(/\shref="([^"#]+)/g)].map(([, href]) => unescaped(href ?? ''));

export function formsIn(body: string): FoundForm[] {
  return [...body.matchAll(/<form\b([^>]*)>([\s\S]*?)<\/form>/g)].flatMap(([, head = '', inner = '']) => {
    if (attribute(head, 'method') !== 'post') return [];
    const buttons = [...inner.matchAll(/<button\b[^>]*>/g)].flatMap(([tag]) => {
      const name = attribute(tag, 'name');
      return name === null
        ? []
        : [
            {
              name,
              type: 'choice',
              value: attribute(tag, 'value') ?? '',
              isChecked: false,
              options: [],
              most: null,
            },
          ];
    });
    const form = {
      action: attribute(head, 'action') ?? '',
      fields: [...fieldsIn(inner), ...together(buttons)],
      hasFile: /type="file"/.test(inner),
    };
    return [form];
  });
}

/** Buttons of one name are the choices of one field. */
function together(buttons: FoundField[]): FoundField[] {
  const names = [...new Set(buttons.map(({ name }) => name))];
  return names.map((name) => {
    const options = buttons.filter((one) => one.name === name).map(({ value }) => value);
    return { name, type: 'buttons', value: options[0] ?? '', isChecked: false, options, most: null };
  });
}

const mostIn = (tag: string): number | null => Number(attribute(tag, 'maxlength')) || null;

function fieldsIn(inner: string): FoundField[] {
  const inputs = [...inner.matchAll(/<input\b[^>]*>/g)].flatMap(([tag]) => {
    const name = attribute(tag, 'name');
    if (name === null) return [];
    const type = attribute(tag, 'type') ?? 'text';
    return [
      {
        name,
        type,
        value: attribute(tag, 'value') ?? '',
        isChecked: / checked/.test(tag),
        options: [],
        most: mostIn(tag),
      },
    ];
  });
  const areas = [...inner.matchAll(/<textarea\b([^>]*)>([\s\S]*?)<\/textarea>/g)].flatMap(
    ([, head = '', value = '']) => {
      const name = attribute(` ${head}`, 'name');
      return name === null
        ? []
        : [
            {
              name,
              type: 'textarea',
              value: unescaped(value.trim()),
              isChecked: false,
              options: [],
              most: mostIn(` ${head}`),
            },
          ];
    },
  );
  const selects = [...inner.matchAll(/<select\b([^>]*)>([\s\S]*?)<\/select>/g)].flatMap(
    ([, head = '', body = '']) => {
      const name = attribute(` ${head}`, 'name');
      if (name === null) return [];
      const tags = [...body.matchAll(/<option\b[^>]*>/g)].map(([tag]) => tag);
      const options = tags.map((tag) => attribute(tag, 'value') ?? '');
      const chosen = tags.findIndex((tag) => / selected/.test(tag));
      return [
        {
          name,
          type: 'select',
          value: options[Math.max(chosen, 0)] ?? '',
          isChecked: false,
          options,
          most: null,
        },
      ];
    },
  );
  return [...inputs, ...areas, ...selects];
}

const isChosen = (type: string): boolean => type === 'select' || type === 'buttons';

/** What somebody types into a field; null: what stands there is left. */
export type Typing = (field: FoundField) => string | null;

/**
 * The ways in which a form is sent: with what is typed and each box as it is, with each box turned over, and with each other
 * choice of each list.
 */
export function waysToSend({ fields }: FoundForm, typing: Typing): URLSearchParams[] {
  const base = (turned: boolean, chosen: Record<string, string>): URLSearchParams => {
    const form = new URLSearchParams();
    for (const field of fields) {
      const { name, type, value, isChecked } = field;
      if (type === 'file') continue;
      if (type === 'checkbox') {
        if (isChecked !== turned) form.append(name, value);
      } else if (type === 'radio') {
        if (isChecked) form.append(name, value);
      } else if (type === 'hidden') form.append(name, value);
      else if (isChosen(type)) form.append(name, chosen[name] ?? value);
      else form.append(name, typing(field) ?? value);
    }
    return form;
  };
  const others = fields
    .filter(({ type }) => isChosen(type))
    .flatMap(({ name, value, options }) =>
      options
        .filter((option) => option !== value)
        .slice(0, mostChoices)
        .map((option) => base(false, { [name]: option })),
    );
  const hasBox = fields.some(({ type }) => type === 'checkbox');
  return [base(false, {}), ...(hasBox ? [base(true, {})] : []), ...others];
}

const mostChoices = 5;

export interface CrawlOptions {
  get: (url: string) => Promise<LightMyRequestResponse>;
  send: (form: FoundForm, fields: URLSearchParams) => Promise<LightMyRequestResponse>;
  typing: Typing;
  /** Which addresses are looked at. */
  isOurs: (path: string) => boolean;
  /** Forms that would end the search, not the person's gain. */
  isLeftOut: (form: FoundForm, fields: URLSearchParams) => boolean;
  /** After each form: whoever wants looks for what came out. */
  after: (what: string, answer: LightMyRequestResponse) => Promise<void>;
  /** After all forms of a round: queues run. */
  afterRound: () => Promise<void>;
}

/** Rounds after which nothing new may be left to be found. */
const mostRounds = 4;
/** Of forms that differ by numbers alone, as of one kind of thing: what the search itself makes is tried a few times. */
const mostOfKind = 2;
/** Pages whose addresses differ by numbers and by what is asked for alone. */
const mostPages = 4;
/** What takes something away comes last in each round, so that it hides nothing. */
const takesAway =
  /\/(remove|reject|cancel|retire|revoke|off|discard|pause|end|forget|clear|withdraw|reverse|dispute)(\?|$)/;

/** Breadth first: all pages, then each form once in each way; again, until a round has found no new form. */
export async function crawl(start: readonly string[], options: CrawlOptions): Promise<void> {
  const sent = new Set<string>();
  const ofKind = new Map<string, number>();
  for (let round = 0; round < mostRounds; round += 1) {
    const forms = await formsOf(start, options);
    const asks = forms
      .flatMap((form) => waysToSend(form, options.typing).map((fields) => ({ form, fields })))
      .filter(
        ({ form, fields }) =>
          !sent.has(`${form.action} ${fields.toString()}`) && !options.isLeftOut(form, fields),
      )
      .toSorted(
        (one, other) => Number(takesAway.test(one.form.action)) - Number(takesAway.test(other.form.action)),
      );
    if (asks.length === 0) return;
    for (const { form, fields } of asks) {
      const key = `${form.action} ${fields.toString()}`;
      if (sent.has(key)) continue;
      sent.add(key);
      const kind = key.replaceAll(/\d+/g, '#');
      const count = ofKind.get(kind) ?? 0;
      if (count >= mostOfKind) continue;
      ofKind.set(kind, count + 1);
      const answer = await options.send(form, fields);
      const what = `${form.action} ${fields.toString()}`;
      await options.after(what, answer);
      // Whoever searches means it.
      const question = formsIn(answer.body).find((one) =>
        one.fields.some(({ name }) => name === 'confirmed'),
      );
      const [yes] = question === undefined ? [] : waysToSend(question, () => null);
      if (question === undefined || yes === undefined) continue;
      await options.after(`${what} (yes)`, await options.send(question, yes));
    }
    await options.afterRound();
  }
}

/** The forms of all pages that links lead to. */
export async function formsOf(
  start: readonly string[],
  { get, isOurs }: Pick<CrawlOptions, 'get' | 'isOurs'>,
): Promise<FoundForm[]> {
  const seen = new Set<string>();
  const ofKind = new Map<string, number>();
  const queue = [...start];
  const forms = new Map<string, FoundForm>();
  for (let url = queue.shift(); url !== undefined; url = queue.shift()) {
    // The same page in another language, order or slice has the same forms.
    const [path = '', query = ''] = url.split('?');
    const names = [...new URLSearchParams(query).keys()].filter((name) => name !== 'lang');
    const kind = `${path.replaceAll(/\d+/g, '#')} ${names.join(' ')}`;
    const count = ofKind.get(kind) ?? 0;
    if (seen.has(url) || query.includes('lang=ru') || !isOurs(path) || count >= mostPages) continue;
    seen.add(url);
    ofKind.set(kind, count + 1);
    const { statusCode, headers, body } = await get(url);
    if (statusCode === 303) queue.push(String(headers.location));
    if (!String(headers['content-type']).startsWith('text/html')) continue;
    queue.push(...linksIn(body));
    for (const form of formsIn(body)) forms.set(JSON.stringify(form), form);
  }
  return [...forms.values()];
}
