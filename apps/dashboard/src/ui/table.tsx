import type { ReactNode } from "react";

export type Column<Row> = {
  readonly id: string;
  readonly title: string;
  readonly cell: (row: Row) => ReactNode;
  readonly align?: "start" | "end";
};

type TableProps<Row> = {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
};

/** Rows of one kind. It scrolls sideways by itself where the screen is narrow. */
export function Table<Row>({ label, columns, rows, rowKey }: TableProps<Row>): ReactNode {
  return (
    <div className="overflow-x-auto" role="region" aria-label={label} tabIndex={0}>
      <table className="w-full text-sm">
        <thead>
          <tr className="border-b border-line text-xs text-faint">
            {columns.map((column) => (
              <th key={column.id} scope="col" className={`px-3 py-2 font-medium ${alignOf(column)}`}>
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)} className="border-b border-line last:border-0 hover:bg-hover">
              {columns.map((column) => (
                <td key={column.id} className={`px-3 py-2 align-top ${alignOf(column)}`}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function alignOf({ align = "start" }: { readonly align?: "start" | "end" }): string {
  return align === "end" ? "text-right tabular-nums" : "text-left";
}
