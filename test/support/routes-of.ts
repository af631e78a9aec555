/** `GET /g/:token` … of every route. */
export function routesOf(printed: string): { method: string; url: string }[] {
  const path: string[] = [];
  return printed.split('\n').flatMap((line) => {
    const [, indent = '', part = '', methods = ''] =
      /^((?:[│ ] {3})*)[├└]── (\S+)(?: \(([A-Z, ]+)\))?/.exec(line) ?? [];
    if (part === '') return [];
    const depth = indent.length / 4;
    // Printed without the slash before it.
    const isRest = part === '*' && !path.slice(0, depth).join('').endsWith('/');
    path.splice(depth, path.length, isRest ? '/*' : part);
    const url = path.join('');
    return methods === '' ? [] : methods.split(', ').map((method) => ({ method, url }));
  });
}
