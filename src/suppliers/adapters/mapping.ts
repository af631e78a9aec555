/** Settings that say where an answer has its code, PIN, face and refusals, and how it is read by them. */
import { z } from 'zod';
import {
  refusalReasons,
  type IssueAsk,
  type IssuedCode,
  type Reading,
  type SupplierResponse,
} from './adapter.ts';
import { comparable, valueAt } from '../../platform/values/json.ts';
import { dateForms, fieldsOfAsk, issuedCode } from './read-fields.ts';
import { refusalByStatus } from './refusal-codes.ts';
import { settingProblem } from './setting-reasons.ts';

/** Where the sample contract has the fields of an issued code. */
export const sampleAnswer = {
  code: 'code',
  pin: 'pin',
  requestId: 'request_id',
  face: 'denomination',
  expiresAt: 'expire_at',
};

const path = (label: string) =>
  z.string().min(1).describe(`${label}: dotted path in the answer, as data.code`);

const condition = z.strictObject({ path: path('Field'), equals: z.string().describe('Its value') });

const refusalRule = z
  .strictObject({
    status: z.int().min(200).max(599).optional().describe('HTTP status'),
    path: path('Field').optional(),
    equals: z.string().optional().describe('Value of the field; absent: any'),
    why: z.enum(refusalReasons).describe('What the refusal means'),
  })
  .refine(
    (rule) => rule.status !== undefined || rule.path !== undefined,
    settingProblem({ is: 'empty-rule' }),
  );

/** How the answers of an operation are interpreted; shared by all adapters that an operator configures without code. */
const judging = {
  doneWhen: z.array(condition).default([]).describe('What must hold in the answer of a success'),
  refusals: z
    .array(refusalRule)
    .default([])
    .describe('Answers that certainly mean that nothing was done; any other is unclear'),
};

export const issueMapping = z.strictObject({
  ...judging,
  answer: z
    .strictObject({
      code: path('Code'),
      pin: path('PIN').optional(),
      requestId: path('request_id').optional(),
      face: path('Face').optional(),
      expiresAt: path('End of validity').optional(),
      dateForm: z.enum(dateForms).default('YYYY-MM-DD hh:mm:ss').describe('Form of the end of validity'),
      faceUnit: z.enum(['roubles', 'kopecks']).default('roubles').describe('Unit of the face'),
    })
    .describe('The paths of the fields in the answer'),
});

export const activateMapping = z.strictObject(judging);

type Judging = z.infer<typeof activateMapping>;

/** A refusal or an unclear answer; null if the answer reports success. */
function notDone(
  body: unknown,
  response: SupplierResponse,
  mapping: Judging,
  isSuccess: boolean,
): Reading<never> | null {
  const { status } = response;
  const rule = mapping.refusals.find(
    (one) =>
      (one.status ?? status) === status && (one.path === undefined || holds(body, one.path, one.equals)),
  );
  if (rule !== undefined) return { is: 'refused', why: rule.why, reason: { is: 'status', status } };
  if (!isSuccess) return refusalByStatus(status) ?? { is: 'unclear', reason: { is: 'status', status } };
  if (!mapping.doneWhen.every((one) => holds(body, one.path, one.equals))) {
    return { is: 'unclear', reason: { is: 'not-said-done' } };
  }
  return null;
}

function holds(body: unknown, where: string, equals: string | undefined): boolean {
  const found = valueAt(body, where);
  if (found === undefined) return false;
  return equals === undefined || comparable(found) === equals;
}

/** `body` is the parsed answer; undefined if it could not be parsed. */
export function readIssued(
  body: unknown,
  response: SupplierResponse,
  ask: IssueAsk,
  mapping: z.infer<typeof issueMapping>,
  isSuccess: boolean,
): Reading<IssuedCode> {
  const problem = notDone(body, response, mapping, isSuccess);
  if (problem !== null) return problem;
  if (body === undefined) return { is: 'unclear', reason: { is: 'unreadable' } };
  const { answer } = mapping;
  const asked = fieldsOfAsk(ask, answer.faceUnit);
  const at = (where: string | undefined): unknown => (where === undefined ? undefined : valueAt(body, where));
  return issuedCode(
    {
      requestId: answer.requestId === undefined ? asked.requestId : at(answer.requestId),
      face: answer.face === undefined ? asked.face : at(answer.face),
      number: at(answer.code),
      pin: at(answer.pin),
      expiresAt: at(answer.expiresAt),
    },
    { date: answer.dateForm, face: answer.faceUnit },
  );
}

export function readActivated(
  body: unknown,
  response: SupplierResponse,
  mapping: Judging,
  isSuccess: boolean,
): Reading<void> {
  return notDone(body, response, mapping, isSuccess) ?? { is: 'done', answer: undefined };
}
