/** Results that a test order can request in its comment, or its product in the sandbox, so that integrators can try each of them. */
export interface TestScript {
  /** makeOrder itself answers this error. */
  refusalCode: number | null;
  /** Fail with this error code. */
  errorCode: number | null;
  /** Be cancelled by the operator. */
  cancelled: boolean;
  /** Wait as `delayed` for so many seconds before being issued; 0: not at all. */
  delaySeconds: number;
  /** Stay in processing for this many seconds. */
  slowSeconds: number;
  /** The letter comes back. */
  bounces: boolean;
}

const maxSeconds = 86_400;
/** How long a test order with `simulate:delayed` waits for its certificate. */
const usualDelaySeconds = 30;

/** Reads `simulate:error=5000`, `simulate:delayed` and others anywhere in the text; docs/sandbox.md lists them. */
function testScript(text: string): TestScript {
  const delay = /simulate:delayed(?:=(\d{1,5}))?/.exec(text);
  return {
    refusalCode: numberAfter(text, 'refuse'),
    errorCode: numberAfter(text, 'error'),
    cancelled: text.includes('simulate:cancelled'),
    delaySeconds: delay === null ? 0 : Math.min(Number(delay[1] ?? usualDelaySeconds), maxSeconds),
    slowSeconds: Math.min(numberAfter(text, 'slow') ?? 0, maxSeconds),
    bounces: text.includes('simulate:bounce'),
  };
}

function numberAfter(text: string, name: string): number | null {
  const match = new RegExp(`simulate:${name}=(\\d{1,6})`).exec(text);
  return match === null ? null : Number(match[1]);
}

/** Each script of a comment, up to what follows it. */
const scripts = /simulate:([\w=-]*)/g;
const knownScript = /^(?:(?:refuse|error|slow)=\d{1,6}|delayed(?:=\d{1,5})?|cancelled|bounce)$/;

/** What a comment of a test order may ask for; docs/sandbox.md explains each. */
export const knownScripts =
  'simulate:refuse=CODE, simulate:error=CODE, simulate:slow=SECONDS, simulate:delayed, simulate:delayed=SECONDS, simulate:cancelled, simulate:bounce';

/** Such an order would be issued as if nothing had been asked. */
export const hasUnknownScript = (comment: string): boolean =>
  comment.includes('simulate:') &&
  [...comment.matchAll(scripts)].some(([, script = '']) => !knownScript.test(script));

/** A script in the comment takes precedence over the one of the product. */
export const scriptOf = (comment: string, ofProduct: string | null | undefined): TestScript =>
  testScript(comment.includes('simulate:') ? comment : (ofProduct ?? ''));

/** The scripts that a client can set for a product in its sandbox. */
export const productScripts = [
  'simulate:refuse=3601',
  'simulate:refuse=5000',
  'simulate:refuse=1102',
  'simulate:slow=60',
  'simulate:delayed=60',
  'simulate:error=1301',
  'simulate:error=3601',
  'simulate:cancelled',
  'simulate:bounce',
] as const;
