import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testWorld } from '../../support/test-world.ts';
import {
  token,
  exampleServer,
  type Call,
  type Answer,
  type Breakage,
  brokenServer,
  testSupplier,
  certifiedAt,
  redOf,
} from './example-server.ts';

const issues = ({ path }: Call): boolean => path === '/api/issueCertificate';

let given = 0;

/** Each fault, and the scenario that must find it. */
const breakages: Record<string, { breakage: Breakage; found: string }> = {
  'a face is not issued': {
    found: 'issue',
    breakage: async (call, pass) =>
      call.body.includes('"denomination":1000')
        ? { status: 409, body: '{"error":{"code":"no_stock","text":""}}' }
        : pass(call),
  },
  'a repeat gets another code': {
    found: 'repeat',
    breakage: (call, pass) =>
      issues(call)
        ? pass({ ...call, body: call.body.replace(/"request_id":"/, `$&${given++}-`) }).then((answer) => ({
            ...answer,
            body: answer.body.replace(/"request_id":"\d+-/, '"request_id":"'),
          }))
        : pass(call),
  },
  'any face is issued': {
    found: 'bad-face',
    breakage: async (call, pass) => {
      const asked = /"denomination":([\d.]+)/.exec(call.body)?.[1] ?? '';
      const answer = await pass({
        ...call,
        body: call.body.replace(/"denomination":[\d.]+/, '"denomination":500'),
      });
      return { ...answer, body: answer.body.replace('"denomination":500', `"denomination":${asked}`) };
    },
  },
  'a malformed request is carried out': {
    found: 'malformed',
    breakage: async (call, pass) =>
      issues(call) && !call.body.endsWith('}')
        ? pass({ ...call, body: '{"request_id":"anything","denomination":500}' })
        : pass(call),
  },
  'whoever comes is served': {
    found: 'stranger',
    breakage: (call, pass) =>
      pass({ ...call, headers: { ...call.headers, authorization: `Bearer ${token}` } }),
  },
  'a repeated activation fails': {
    found: 'activation',
    breakage: (() => {
      const activated = new Set<string>();
      return async (call: Call, pass: (call: Call) => Promise<Answer>) => {
        if (issues(call)) return pass(call);
        if (activated.has(call.body)) return { status: 500, body: '' };
        activated.add(call.body);
        return pass(call);
      };
    })(),
  },
  'an unknown code is activated': {
    found: 'unknown-code',
    breakage: async (call, pass) => (issues(call) ? pass(call) : { status: 200, body: '' }),
  },
  'one code is given to two orders': {
    found: 'distinct',
    breakage: async (call, pass) => {
      const answer = await pass(call);
      return { ...answer, body: answer.body.replace(/"code":"\d{16}"/, '"code":"1234-5678"') };
    },
  },
  'calls at once fail': {
    found: 'load',
    breakage: (() => {
      let underWay = 0;
      return async (call: Call, pass: (call: Call) => Promise<Answer>) => {
        underWay += 1;
        await new Promise((resolve) => {
          setTimeout(resolve, 20);
        });
        const busy = underWay > 3;
        const answer = busy ? { status: 503, body: '' } : await pass(call);
        underWay -= 1;
        return answer;
      };
    })(),
  },
};

for (const [name, { breakage, found }] of Object.entries(breakages)) {
  test(`${name}: the scenario «${found}» fails, and the supplier may not sell`, async () => {
    await using world = await testWorld();
    await using inner = await exampleServer();
    await using broken = await brokenServer(inner, breakage);
    const { report, supplierId } = await testSupplier(world, broken.url);
    assert.ok(redOf(report).includes(found), JSON.stringify(report.scenarios));
    assert.equal(report.marked, false);
    assert.equal(await certifiedAt(world, supplierId), null);
  });
}
