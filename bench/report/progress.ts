/** A progress line with the step and its duration: rewritten on a terminal, one line per step elsewhere. */
export interface Progress {
  say(message: string): void;
  /** Lines that stay. */
  show(lines: string): void;
  end(): void;
}

const redrawMs = 1000;

export function startProgress(): Progress {
  const terminal = process.stderr.isTTY;
  const startedAt = performance.now();
  let message = '';
  const elapsed = (): string => `${Math.round((performance.now() - startedAt) / 1000)} s`.padStart(5);
  const draw = (): void => {
    if (message !== '') process.stderr.write(`\r\x1b[2K${elapsed()}  ${message}`);
  };
  const timer = terminal ? setInterval(draw, redrawMs) : undefined;
  timer?.unref();
  let lastSaid = '';
  return {
    say(next) {
      message = next;
      if (terminal) return draw();
      // Running counts are for terminals; a log gets one line per step.
      const step = next.replace(/: .*loaded$/, ': loading');
      if (step !== lastSaid) process.stderr.write(`${elapsed()}  ${step}\n`);
      lastSaid = step;
    },
    show(lines) {
      process.stderr.write(`${terminal ? '\r\x1b[2K' : ''}\n${lines}\n\n`);
    },
    end() {
      clearInterval(timer);
      if (terminal) process.stderr.write('\r\x1b[2K');
    },
  };
}
