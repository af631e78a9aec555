/** What texts of pages and letters may not say; docs/developing/glossary.md has the words to use. */
import { isSource, type SourceFile } from './source-file.ts';

const refused: { text: RegExp; say: string }[] = [
  { text: /\bof before\b/i, say: 'previous' },
  { text: /\bwhat waits\b/i, say: 'needs attention' },
  { text: /\bmy sign-in\b/i, say: 'account' },
  {
    text: /\b(?:files?|drafts?|senders?|pools?|stock) of codes\b/i,
    say: 'code files, drafts, senders, pools, stock',
  },
  { text: /\bof \d+ days\b/i, say: 'last 30 days' },
  { text: /\bforget (?:a|the) (?:recipient|client)\b/i, say: 'erase' },
  { text: /\b(?:is|are) no (?:e-mail|JSON|network|number|request number)\b/, say: 'is not a' },
  { text: /(?<![\w./])SMS(?!_)(?=.*[А-яё])|[А-яё].*(?<![\w./])SMS(?!_)/, say: 'СМС' },
  { text: /(?<!\p{L})товар/iu, say: 'продукт' },
  { text: /мой вход/i, say: 'учётная запись' },
  { text: /забы(?:ть|т) (?:получателя|клиента)/i, say: 'стереть, удалить' },
  { text: /пробн\p{L}* заказ/iu, say: 'тестовый заказ' },
  { text: /финальн\p{L}* тестировани/iu, say: 'финальный тест' },
  { text: /дозвони/i, say: 'нет связи' },
  { text: /[а-я]\(а\)/, say: 'a sentence that suits any gender' },
  { text: /\brenews itself\b/i, say: 'updates automatically' },
  { text: /\bfirst start\b/i, say: 'getting started' },
  { text: /\bfunds do not suffice\b/i, say: 'insufficient funds' },
  { text: /\}\u0020раз(?!\p{L})/u, say: 'a form by Intl.PluralRules, or the number behind a colon' },
  { text: /(?<!\p{L})(?:еще|ее|счет|отчет|учет|ждет|идет|придет|пришел|прошел)(?!\p{L})/iu, say: 'ё' },
];

/** Labels, letters and what else is made for people to read; of calls to suppliers the database keeps the texts. */
const isText = ({ path }: SourceFile): boolean =>
  /labels(?:-(?:en|ru))?\.ts$|\/letters\/|\/navigation\.ts$|^src\/orders\/bulk\/problems\.ts$|(?<!call-)reasons\.ts$|(?:symbol|barcode)-texts\.ts$/.test(
    path,
  );

const literals = /'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`/g;
const imports = /^(?:import|export) [^;]*? from '[^']*';$/gm;
const comments = /\/\*[^]*?\*\/|^\s*\/\/.*$/gm;

export function productTerms(files: SourceFile[]): string[] {
  return files
    .filter((file) => (isSource(file) || file.path.startsWith('simulators/')) && isText(file))
    .flatMap(({ path, text }) =>
      (text.replaceAll(comments, '').replaceAll(imports, '').match(literals) ?? []).flatMap((said) =>
        refused.filter((one) => one.text.test(said)).map(({ say }) => `${path}: say “${say}” in ${said}`),
      ),
    );
}
