/** The adapter for REST suppliers with paths and fields of their own. */
import { z } from 'zod';
import type { SupplierAdapter, SupplierRequest } from '../adapter.ts';
import { placesOf, samplePlaces } from '../answer-places.ts';
import { auth, authorise, supplierUrl } from '../auth.ts';
import { parseJsonPlainly } from '../../../platform/values/json.ts';
import { activateMapping, issueMapping, readActivated, readIssued } from '../mapping.ts';
import { fillTemplate, fillText, type TemplateValues } from '../../../platform/values/fill-template.ts';
import { template, textTemplate, valuesOf } from '../template.ts';
import { settingProblem } from '../setting-reasons.ts';

const call = (kind: 'issue' | 'activate') => ({
  method: z.enum(['GET', 'POST', 'PUT']).default('POST').describe('Method'),
  path: textTemplate(kind)
    .refine((path) => /^\/[^#\s]*$/.test(path), settingProblem({ is: 'no-slash' }))
    .describe('Path after the address of the supplier, with its query'),
  headers: z
    .record(
      z.string().regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/),
      z.string().regex(/^[\t\x20-\x7E]*$/, settingProblem({ is: 'odd-characters' })),
    )
    .default({})
    .describe('Further headers')
    .meta({ secret: true }),
  body: template(kind).optional().describe('JSON body, with values as {{request_id}}; absent: none'),
  success: z
    .array(z.int().min(200).max(299))
    .min(1)
    .default([200, 201])
    .describe('HTTP statuses of a success'),
});

const settings = z.strictObject({
  supplierUrl,
  auth,
  issue: issueMapping.extend(call('issue')).optional().describe('Issuing a code'),
  activate: activateMapping.extend(call('activate')).optional().describe('Activating a code'),
});

type Settings = z.infer<typeof settings>;
type Operation = NonNullable<Settings['issue'] | Settings['activate']>;

/** Any JSON API: the operator configures paths, headers, bodies and answers without code. */
export const restMapped: SupplierAdapter<Settings> = {
  name: 'rest-mapped',
  title: 'REST, mapped',
  settings,
  issue: {
    places: ({ issue }) => (issue === undefined ? samplePlaces : placesOf(issue.answer)),
    request: (ask, agreed) => requestOf(agreed, agreed.issue, valuesOf.issue(ask)),
    read(response, ask, { issue }) {
      if (issue === undefined) return { is: 'unclear', reason: { is: 'issuing-not-mapped' } };
      const isSuccess = issue.success.includes(response.status);
      return readIssued(parseJsonPlainly(response.body), response, ask, issue, isSuccess);
    },
  },
  activate: {
    places: () => samplePlaces,
    request: (ask, agreed) => requestOf(agreed, agreed.activate, valuesOf.activate(ask)),
    read(response, _ask, { activate }) {
      if (activate === undefined) return { is: 'unclear', reason: { is: 'activating-not-mapped' } };
      const isSuccess = activate.success.includes(response.status);
      return readActivated(parseJsonPlainly(response.body), response, activate, isSuccess);
    },
  },
};

function requestOf(
  agreed: Settings,
  operation: Operation | undefined,
  values: TemplateValues,
): SupplierRequest {
  if (operation === undefined) throw new Error('The operation is not mapped.');
  const { method, path, headers, body } = operation;
  const hasBody = body !== undefined && method !== 'GET';
  const lowered = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  return authorise(
    {
      method,
      url: `${agreed.supplierUrl}${fillText(path, values, encodeURIComponent)}`,
      headers: {
        accept: 'application/json',
        ...(hasBody ? { 'content-type': 'application/json' } : {}),
        ...(Object.fromEntries(lowered) as Record<string, string>),
      },
      body: hasBody ? JSON.stringify(fillTemplate(body, values)) : '',
    },
    agreed.auth,
  );
}
