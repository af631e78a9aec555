/** The fields of a supplier's questionnaire, and how each is checked. */
import { barcodeKinds } from '../../catalog/set-product.ts';
import { isEmailAddress } from '../../platform/values/email-address.ts';

export type QuestionGroup = 'company' | 'contacts' | 'brand' | 'certificate' | 'code' | 'handing-over';

interface Question {
  group: QuestionGroup;
  /** `lines`: several of them; otherwise one, or one of the choices. */
  kind: 'line' | 'lines' | 'email' | readonly string[];
  required: boolean;
}

const line = (group: QuestionGroup, required = true): Question => ({ group, kind: 'line', required });

/** What a supplier is asked before it sells, in this order. */
const questions = {
  company: line('company'),
  taxNumber: line('company'),
  legalAddress: line('company'),
  contactName: line('contacts'),
  contactMail: { group: 'contacts', kind: 'email', required: true },
  contactPhone: line('contacts'),
  technicalMail: { group: 'contacts', kind: 'email', required: false },
  brand: line('brand'),
  site: line('brand', false),
  supportContact: line('brand'),
  faces: line('certificate'),
  validity: line('certificate'),
  terms: { group: 'certificate', kind: 'lines', required: true },
  places: { group: 'certificate', kind: 'lines', required: true },
  codeForm: line('code'),
  pin: { group: 'code', kind: ['no', 'yes'], required: true },
  barcode: { group: 'code', kind: barcodeKinds, required: true },
  transfer: { group: 'handing-over', kind: ['pool', 'api', 'platform'], required: true },
  activation: { group: 'handing-over', kind: ['none', 'letter', 'api', 'pull'], required: true },
  tillSystem: { group: 'handing-over', kind: 'lines', required: false },
} as const satisfies Record<string, Question>;

export type QuestionName = keyof typeof questions;
export const questionNames = Object.keys(questions) as QuestionName[];
export const questionOf = (name: QuestionName): Question => questions[name];

export type Answers = Partial<Record<QuestionName, string>>;
export type AnswerProblem = 'missing' | 'too-long' | 'bad-email' | 'bad-choice';

const longestAnswer = { line: 300, lines: 5000 } as const;

export const longestOf = (name: QuestionName): number =>
  questionOf(name).kind === 'lines' ? longestAnswer.lines : longestAnswer.line;

/** What can't be kept as it is; with `whole`, also what is still missing. */
export function problemsOf(
  answers: Answers,
  { whole }: { whole: boolean },
): Partial<Record<QuestionName, AnswerProblem>> {
  const problems = questionNames.flatMap((name): [QuestionName, AnswerProblem][] => {
    const problem = problemOf(name, answers[name] ?? '', whole);
    return problem === null ? [] : [[name, problem]];
  });
  return Object.fromEntries(problems);
}

function problemOf(name: QuestionName, answer: string, whole: boolean): AnswerProblem | null {
  const { kind, required } = questionOf(name);
  if (answer === '') return whole && required ? 'missing' : null;
  if (answer.length > longestOf(name)) return 'too-long';
  if (typeof kind !== 'string') return kind.includes(answer) ? null : 'bad-choice';
  // Half an address is kept as typed; it is wrong only in what is handed in.
  return whole && kind === 'email' && !isEmailAddress(answer) ? 'bad-email' : null;
}
