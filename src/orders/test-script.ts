/** Results that a test order can request in its comment, so that integrators can try each of them. */
export interface TestScript {
  /** Fail with this error code. */
  errorCode: number | null;
  /** Wait as `delayed` for a while before being issued. */
  delayed: boolean;
  /** Stay in processing for this many seconds. */
  slowSeconds: number;
}

const maxSlowSeconds = 86_400;

/** Reads `simulate:error=5000`, `simulate:delayed` and `simulate:slow=30` anywhere in the comment. */
export function testScript(comment: string): TestScript {
  const error = /simulate:error=(\d{1,6})/.exec(comment);
  const slow = /simulate:slow=(\d{1,5})/.exec(comment);
  return {
    errorCode: error === null ? null : Number(error[1]),
    delayed: comment.includes('simulate:delayed'),
    slowSeconds: slow === null ? 0 : Math.min(Number(slow[1]), maxSlowSeconds),
  };
}

/** How long a test order with `simulate:delayed` waits for its certificate. */
const testDelaySeconds = 30;

export const testDelayEnd = (acceptedAt: Date): Date =>
  new Date(acceptedAt.getTime() + testDelaySeconds * 1000);
