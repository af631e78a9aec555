/** A page as somebody reads it: a line for each heading, paragraph, row, field and button, and where links and forms lead. */
import { DomUtils, ElementType, parseDocument } from 'htmlparser2';

type Node = ReturnType<typeof parseDocument>['children'][number];
type Element = Extract<Node, { attribs: object }>;
type Write = (element: Element, inner: string) => string;

export const pageText = (markup: string): string => linesOf(parseDocument(markup).children);

/** A page behind the sign-in has the same place, sections and languages as its neighbours: they are told apart from it. */
export function shellText(markup: string): { frame: string; content: string } {
  const [title, body] = ['title', 'body'].flatMap((name) => elementsIn(parseDocument(markup), name));
  const [frame, content] = [[], title === undefined ? [] : [title]] as [Node[], Node[]];
  for (const node of body?.children ?? []) (isFrame(node) ? frame : content).push(node);
  return { frame: linesOf(frame), content: linesOf(content) };
}

const elementsIn = (document: Node, name: string): Element[] =>
  DomUtils.getElementsByTagName(name, document, true, 1);

const isFrame = (node: Node): boolean => 'name' in node && ['a', 'header', 'nav'].includes(node.name);

const linesOf = (nodes: readonly Node[]): string =>
  written(nodes)
    .split('\n')
    .map((line) => line.replaceAll(filling, '').replaceAll(/\s+/g, ' ').trim())
    .filter((line) => line !== '')
    .map((line) => `${line}\n`)
    .join('');

/** Letters fill the preview of mail programs with it. */
const filling = /(?:\u034f\s*)+/g;

const written = (nodes: readonly Node[]): string => nodes.map(writtenOne).join('');

function writtenOne(node: Node): string {
  if (node.type === ElementType.Text) return inPre(node) ? node.data : node.data.replaceAll(/\s+/g, ' ');
  if (!('attribs' in node)) return '';
  const inner = written(node.children);
  return (writers[node.name] ?? (blocks.test(node.name) ? block : between))(node, inner);
}

const inPre = ({ parent }: Node): boolean => parent !== null && 'name' in parent && parent.name === 'pre';

/** What does not stand between other words. */
const blocks =
  /^(?:address|article|blockquote|body|br|caption|details|dialog|div|dl|fieldset|figure|footer|header|hr|html|legend|li|main|nav|ol|p|pre|section|summary|table|tr|ul)$/;

const block: Write = (_element, inner) => `\n${inner}\n`;
const between: Write = (_element, inner) => ` ${inner} `;
const word: Write = (_element, inner) => inner;
/** Letters are laid out by tables. */
const cell: Write = (element, inner) =>
  tableOf(element)?.attribs['role'] === 'presentation'
    ? `\n${inner}\n`
    : `${inner.replaceAll('\n', ' ').trim()} | `;

function tableOf({ parent }: Node): Element | null {
  if (parent === null || !('attribs' in parent)) return null;
  return parent.name === 'table' ? parent : tableOf(parent);
}

const heading: Write = ({ name }, inner) => `\n${'#'.repeat(Number(name[1]))} ${inner}\n`;
const named: Write = (element, inner) => `\n${element.name}: ${inner}${field(element)}\n`;

const writers: Record<string, Write> = {
  a: ({ attribs }, inner) => ` [${inner.trim()}](${attribs['href']}) `,
  b: word,
  button: named,
  dt: (_element, inner) => `\n${inner}: `,
  em: word,
  form: ({ attribs }, inner) => `\nform: ${attribs['method'] ?? 'get'} ${attribs['action']}\n${inner}\n`,
  h1: heading,
  h2: heading,
  h3: heading,
  h4: heading,
  img: ({ attribs }) => ` (picture: ${attribs['alt']}) `,
  input: named,
  label: named,
  meter: named,
  option: (element, inner) => `\n- ${inner}${field(element)}`,
  progress: named,
  script: () => '',
  select: (element, inner) => `\nselect:${field(element)}${inner}\n`,
  strong: word,
  style: () => '',
  td: cell,
  textarea: named,
  th: cell,
  title: named,
};

/** Of a field or a button: what it says, what its form sends by it, and what the reader may do with it. */
const values = ['type', 'name', 'value', 'placeholder', 'formaction', 'aria-label'];
const flags = ['checked', 'selected', 'disabled', 'required', 'readonly', 'multiple'];

function field({ attribs }: Element): string {
  const told = [
    ...values.filter((name) => attribs[name] !== undefined).map((name) => `${name}=${attribs[name]}`),
    ...flags.filter((name) => attribs[name] !== undefined),
  ];
  return told.length === 0 ? '' : ` {${told.join(' ')}}`;
}
