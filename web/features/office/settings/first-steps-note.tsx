import { FormAlert } from "@components/form-alert";
import { AddressLink } from "@components/lists/address-link";
import { useFirstSteps } from "./first-steps";

/** Greets the executive of an installation that is not ready for customers yet. */
export default function FirstStepsNote() {
  const { data = [] } = useFirstSteps();
  const left = data.filter(({ done }) => !done).length;
  if (!left) return null;
  return (
    <div className="mx-auto w-full max-w-[1440px] px-4 pt-3 sm:px-6">
      <FormAlert tone="note">
        <p>
          {left} of {data.length} first steps are left before you can serve customers.
        </p>
        <AddressLink
          to="/admin-dashboard?tab=settings&section=first-steps"
          className="font-semibold underline underline-offset-4"
        >
          See the first steps
        </AddressLink>
      </FormAlert>
    </div>
  );
}
