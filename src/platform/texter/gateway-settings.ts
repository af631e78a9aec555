/** The schema of the settings file of an HTTP gateway; docs/sms.md describes each field. */
import { z } from 'zod';
import { namesIn } from '../values/fill-template.ts';

/** Placeholders in the templates of a gateway. */
const names = ['to', 'text', 'reference'];

const known = (value: unknown, context: z.RefinementCtx): void => {
  for (const name of namesIn(JSON.stringify(value))) {
    if (!names.includes(name)) {
      context.addIssue({ code: 'custom', message: `knows ${names.join(', ')}, not ${name}` });
    }
  }
};

const field = z.string().min(1);
const secret = z.string().min(1);
const condition = z.strictObject({ path: field, equals: z.string() });

const auth = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('bearer'), token: secret }),
  z.strictObject({ kind: z.literal('basic'), user: z.string().regex(/^[^:]*$/), password: secret }),
]);

/** An answer that certainly means that the text was not taken. */
const refusal = z
  .strictObject({
    status: z.int().min(200).max(599).optional(),
    path: field.optional(),
    equals: z.string().optional(),
    /** `number`: the number cannot receive texts; `busy`: retry later and slower; `other`: not by this gateway. */
    why: z.enum(['number', 'busy', 'other']),
  })
  .refine(
    (rule) => rule.status !== undefined || rule.path !== undefined,
    'names neither a status nor a path',
  );

const receipts = z.strictObject({
  /** The end of the address that the gateway calls: {base_url}/sms/receipts/{token}. */
  token: z.string().regex(/^[A-Za-z0-9_-]{20,100}$/, 'must be 20 to 100 letters, digits, - or _'),
  /** The fields of a receipt that hold the id of the text and its state. */
  id: field,
  state: field,
  /** The final states; any other is ignored. */
  delivered: z.array(z.string()).min(1),
  undelivered: z.array(z.string()).min(1),
  /** The body that the gateway expects as an answer. */
  answer: z.string().default(''),
});

export const gatewaySettings = z
  .strictObject({
    name: z.string().regex(/^[a-z0-9-]{1,40}$/, 'must be Latin letters in lower case, digits and -'),
    url: z.url({ protocol: /^https?$/ }).superRefine(known),
    method: z.enum(['GET', 'POST', 'PUT']).default('POST'),
    headers: z
      .record(
        z.string().regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/),
        z.string().regex(/^[\t\x20-\x7E]*$/, 'can hold plain characters only'),
      )
      .default({}),
    auth: auth.optional(),
    form: z.enum(['json', 'form']).default('json'),
    body: z.record(z.string(), z.json()).superRefine(known).optional(),
    sent: z.strictObject({
      statuses: z.array(z.int().min(200).max(299)).min(1).default([200, 201, 202]),
      when: z.array(condition).default([]),
      id: field.optional(),
    }),
    refusals: z.array(refusal).default([]),
    receipts: receipts.optional(),
    window: z.int().min(1).max(256).default(8),
    perSecond: z.int().min(1).max(10_000).nullable().default(null),
    timeoutMs: z.int().min(100).max(60_000).default(20_000),
  })
  .transform((settings) => ({ kind: 'gateway' as const, ...settings }));

export type GatewaySettings = z.infer<typeof gatewaySettings>;
