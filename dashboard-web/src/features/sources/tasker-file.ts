/**
 * Returns a task for import into Tasker. The task posts the notification of the profile that runs it to the source's
 * address.
 *
 * The elements, codes and arguments are those of tasks that Tasker exported. HTTP Request (339) is as in the README of
 * ceodoe/4c-dl and in MrCodeEU/glucava (`taskerprofile`, which a person tried on a phone). JavaScriptlet (129) is as in
 * the list of Taskomater/Tasker-XML-Info.
 *
 * The file has no profile: a profile must name the start activity of the bank's app, which Tepat does not know. A
 * person creates the profile.
 */
export function taskerFile({
  address,
  name,
  script,
  now,
}: {
  /** The source's address with the preset. */
  address: string;
  name: string;
  /**
   * A script that puts the report as JSON into `%report`, because Tasker does not escape a body.
   */
  script: string;
  /** The current time in milliseconds since 1970. */
  now: number;
}): string {
  return `<TaskerData sr="" dvi="1" tv="6.3.13">
	<Task sr="task1">
		<cdate>${now}</cdate>
		<edate>${now}</edate>
		<id>1</id>
		<nme>${escaped(name)}</nme>
		<pri>6</pri>
		<Action sr="act0" ve="7">
			<code>129</code>
			${text(0, script)}
			${text(1)}
			${number(2, 1)}
			${number(3, 45)}
		</Action>
		<Action sr="act1" ve="7">
			<code>339</code>
			${number(1, post)}
			${number(10, 0)}
			${number(11, 0)}
			${number(12, 1)}
			${text(2, address)}
			${text(3, "Content-Type:application/json")}
			${text(4)}
			${text(5, "%report")}
			${text(6)}
			${text(7)}
			${number(8, timeoutSeconds)}
			${number(9, 0)}
		</Action>
	</Task>
</TaskerData>
`;
}

const post = 1;
const timeoutSeconds = 30;

const text = (argument: number, value = "") =>
  value === ""
    ? `<Str sr="arg${argument}" ve="3"/>`
    : `<Str sr="arg${argument}" ve="3">${escaped(value)}</Str>`;

const number = (argument: number, value: number) => `<Int sr="arg${argument}" val="${value}"/>`;

const escaped = (value: string): string =>
  value.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
