/** A file of settings as systemd.exec(5) reads it: no comments behind values, quotes around them are taken away. */
export function settingsIn(text: string): Record<string, string> {
  const lines = text.split('\n').filter((line) => /^\s*[^\s#;]/.test(line));
  return Object.fromEntries(
    lines.map((line) => {
      const at = line.indexOf('=');
      const value = line.slice(at + 1).trim();
      const quoted = /^(?:'([^']*)'|"([^"\\]*)")$/.exec(value);
      return [line.slice(0, at).trim(), quoted?.[1] ?? quoted?.[2] ?? value];
    }),
  );
}
