/** The scenarios of the final test that call a supplier's server, in their order. */
import type { PlainCode } from '../../vault/seal-code.ts';
import { activateTwice, activateUnknown } from './activation.ts';
import type { Conversation } from './conversation.ts';
import { verdictOf, type Finding, type ScenarioName, type ScenarioResult } from './finding.ts';
import type { CertifyTarget } from './find-targets.ts';
import {
  askForForeignFace,
  bearLoad,
  callAsStranger,
  issueEachFace,
  repeatAtOnce,
  repeatOneCall,
  sendMalformed,
  type Found,
  type LoadSize,
} from './issuing.ts';
import { judgeDistinct, judgeExpiry, judgeFormat, judgeSpeed } from './judge-codes.ts';

/** Runs a scenario and adds its result; null: there was nothing to test. */
export type Run = (name: ScenarioName, scenario: () => Promise<Found | Finding[] | null>) => Promise<void>;

const skipped: Found = { findings: [], transcripts: [] };

export function runnerInto(results: ScenarioResult[], onScenario: (name: ScenarioName) => void): Run {
  return async (name, scenario) => {
    onScenario(name);
    const found = await scenario();
    const { findings, transcripts } = Array.isArray(found)
      ? { findings: found, transcripts: [] }
      : (found ?? skipped);
    const verdict = found === null ? 'skipped' : verdictOf(findings);
    results.push({ name, verdict, findings, transcripts });
  };
}

interface Calls {
  issuing: CertifyTarget[];
  activates: boolean;
  ask: { load: LoadSize; testCodes: PlainCode[] };
  run: Run;
}

export async function testCalls(talk: Conversation, { issuing, activates, ask, run }: Calls): Promise<void> {
  const [target] = issuing;
  const faceKopecks = target?.facesKopecks[0];
  if (target !== undefined && faceKopecks !== undefined) {
    await run('issue', () => issueEachFace(talk, issuing));
    await run('repeat', () => repeatOneCall(talk, target, faceKopecks));
    await run('together', () =>
      talk.agreement.idempotent ? repeatAtOnce(talk, target, faceKopecks) : Promise.resolve(null),
    );
    await run('bad-face', () => askForForeignFace(talk, target));
    await run('malformed', () => sendMalformed(talk, target, faceKopecks));
    await run('stranger', () => callAsStranger(talk, target, faceKopecks));
  }
  if (activates) {
    const [code = talk.codes[0]?.code] = ask.testCodes;
    await run('activation', () => (code === undefined ? Promise.resolve(null) : activateTwice(talk, code)));
    await run('unknown-code', () => activateUnknown(talk));
  }
  if (target !== undefined) {
    await run('load', () => bearLoad(talk, target, ask.load));
    await run('distinct', () => Promise.resolve(judgeDistinct(talk)));
    await run('format', () => Promise.resolve(judgeFormat(talk.codes)));
    await run('expiry', () => Promise.resolve(judgeExpiry(talk.codes, talk.ctx.clock.now())));
  }
  await run('speed', () => Promise.resolve(judgeSpeed(talk)));
}
