import Targeting
